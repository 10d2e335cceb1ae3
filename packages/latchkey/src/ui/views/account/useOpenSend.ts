import type { Connected } from '../../../core/connection/store.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'

/** Opens Send, with a token if one is named; undefined where nothing can be sent. */
export function useOpenSend({
  active,
}: Connected): ((token?: string | undefined) => void) | undefined {
  const { sessions, stores } = useWidget()
  const { navigate, recordEvent } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  const isOn = useStore(stores.settings, ({ features }) => features.send)
  if (!isOn || !network || !sessions.get(active.namespace)?.transfer) return undefined
  return (token) => {
    const isSmartAccount = active.type === 'smartAccount'
    recordEvent({ event: 'OPEN_SEND', properties: { isSmartAccount, network: network.id } })
    navigate({ view: 'WalletSend', params: { token } })
  }
}
