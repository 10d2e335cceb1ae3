import { useEffect, useRef } from 'react'
import type { AnnouncedWallet } from '../../../core/connection/family.js'
import * as connectingText from '../../../core/text/connecting.js'
import { showWallets } from '../../../core/wallets/actions/showWallets.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { Attempt } from '../Attempt.js'
import { accountsOf } from './accountsOf.js'

/** A wallet that is connected already: another account of it is chosen in the wallet itself. */
export function LinkedWallet({ wallet }: { readonly wallet: AnnouncedWallet }) {
  const { config, stores } = useWidget()
  const { run } = useAction(showWallets)
  const accounts = useStore(stores.connection, (state) => accountsOf(state, wallet))
  const first = useRef(accounts)
  const { id, name, icon } = wallet
  useEffect(() => {
    if (accounts !== first.current) run()
  }, [accounts, run])
  return (
    <Attempt
      state="waiting"
      name={name}
      image={config.connectorImages[id] ?? icon}
      title={connectingText.linked.title(name)}
      text={connectingText.linked.text(name)}
    />
  )
}
