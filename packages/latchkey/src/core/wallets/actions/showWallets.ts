import { connectedIn } from '../../connection/selectors.js'
import type { Widget } from '../../widget.js'

/** Takes an open modal to the list of wallets, from where the way back leads to the account. */
export function showWallets(widget: Widget): boolean {
  const { modal, pairing, router } = widget.stores
  if (!modal.get().isOpen && !widget.config.embedded) return false
  modal.set({ namespace: undefined })
  pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined, error: undefined })
  const home = connectedIn(widget) ? 'Account' : 'Connect'
  router.set({
    history: [
      { view: home, params: undefined },
      { view: 'ProfileWallets', params: undefined },
    ],
    direction: 'next',
  })
  return true
}
