import type { Namespace } from '@latchkey/wire/caip'
import { closeModal } from '../../modal/actions/navigation.js'
import { notify } from '../../modal/actions/notify.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import { getConnection } from '../store.js'

export type FinishConnectingParameters = {
  /** Of the wallet that has just connected; the active one by default. */
  readonly namespace?: Namespace | undefined
  /** It was connected before: only something about it is new. */
  readonly isKnown?: boolean | undefined
}

/** The modal has done its work, unless the wallet is one of several: then they are shown. */
export function finishConnecting(
  widget: Widget,
  { namespace, isKnown = false }: FinishConnectingParameters = {},
): void {
  if (!getConnection(widget, namespace)?.others || !openProfileWallets(widget)) {
    closeModal(widget)
    return
  }
  const { added, switchedWallet } = profileText.profile
  void notify(widget, { variant: 'success', message: isKnown ? switchedWallet : added })
}

/** Takes an open modal to the list of wallets, from where the way back leads to the account. */
export function openProfileWallets(widget: Widget): boolean {
  const { modal, pairing, router } = widget.stores
  if (!modal.get().isOpen && !widget.config.embedded) return false
  modal.set({ namespace: undefined })
  pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined, error: undefined })
  const home = getConnection(widget) ? 'Account' : 'Connect'
  router.set({
    history: [
      { view: home, params: undefined },
      { view: 'ProfileWallets', params: undefined },
    ],
    direction: 'next',
  })
  return true
}
