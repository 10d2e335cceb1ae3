import { useEffect, useRef } from 'react'
import { connectedIn } from '../../../core/connection/selectors.js'
import type { NftKey } from '../../../core/modal/views.js'
import { networkById } from '../../../core/network/store.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { loadNfts } from '../actions/loadNfts.js'
import { type Collectible, idOf } from '../collectible.js'
import { nftsOf, ownerKey } from '../store.js'

/** One of the account's collectibles; asked for where the list is not known yet. */
export function useNft(key: NftKey) {
  const widget = useWidget()
  const address = useStores(
    ['connection'],
    (widget) => connectedIn(widget, 'eip155')?.active.address,
  )
  const network = useStores(['network'], ({ stores }) =>
    networkById(stores.network.get(), key.networkId),
  )
  const wanted = idOf(key)
  const list = useStore(nftsOf(widget), ({ lists }) =>
    address && network ? lists[ownerKey({ address, network })] : undefined,
  )
  const found = list?.items.find(({ id }) => id === wanted)
  // What is being looked at stays, even when a newer list no longer begins with it.
  const known = useRef<Collectible>(undefined)
  if (found) known.current = found

  const isUnread = list === undefined
  const { run, status } = useAction(loadNfts, { quiet: true })
  useEffect(() => {
    if (isUnread && address && network) run({ address, network, goal: 'first' })
  }, [isUnread, address, network, run])

  return { nft: found ?? known.current, network, isLoading: isUnread || status === 'running' }
}
