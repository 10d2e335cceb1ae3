import type { Namespace } from '@latchkey/wire/caip'
import { closeModal } from '../../modal/actions/closeModal.js'
import { notify } from '../../modal/actions/notify.js'
import * as profileText from '../../text/profile.js'
import { showWallets } from '../../wallets/actions/showWallets.js'
import type { Widget } from '../../widget.js'
import { connectedIn } from '../selectors.js'

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
  if (!connectedIn(widget, namespace)?.others || !showWallets(widget)) {
    closeModal(widget)
    return
  }
  const { added, switchedWallet } = profileText.profile
  void notify(widget, { variant: 'success', message: isKnown ? switchedWallet : added })
}
