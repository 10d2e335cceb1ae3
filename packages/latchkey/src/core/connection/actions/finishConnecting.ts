import type { Namespace } from '@latchkey/wire/caip'
import { closeModal } from '../../modal/actions/navigation.js'
import { notify } from '../../modal/actions/notify.js'
import { whenSignedIn } from '../../siwx/whenSignedIn.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import { getConnection } from '../store.js'

export type FinishConnectingParameters = {
  /** The namespace that has just connected; the active one by default. */
  readonly namespace?: Namespace | undefined
  /** The wallet was connected before. */
  readonly isKnown?: boolean | undefined
}

/** Closes the modal, or shows the list of wallets if several are connected; signs in first if needed. */
export function finishConnecting(
  widget: Widget,
  parameters: FinishConnectingParameters = {},
): void {
  whenSignedIn(widget, () => leaveConnecting(widget, parameters))
}

function leaveConnecting(
  widget: Widget,
  { namespace, isKnown = false }: FinishConnectingParameters,
): void {
  if (!getConnection(widget, namespace)?.others || !openProfileWallets(widget)) {
    closeModal(widget)
    return
  }
  const { added, switchedWallet } = profileText.profile
  void notify(widget, { variant: 'success', message: isKnown ? switchedWallet : added })
}

/** Shows the list of wallets in an open modal; Back leads to the account. False if the modal is closed. */
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
