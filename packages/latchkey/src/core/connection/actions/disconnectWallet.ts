import type { Namespace } from '@latchkey/wire/caip'
import { notify } from '../../modal/actions/notify.js'
import { withLoadingToast } from '../../modal/loadingToast.js'
import { actionText } from '../../text/actions.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { connectedIn } from '../selectors.js'
import { disconnect } from './disconnect.js'

export type DisconnectWalletParameters = {
  readonly namespace: Namespace
  /** One of several connectors; all of them when absent. */
  readonly id?: ConnectorId | undefined
}

/** Ends one wallet's connection, or all of a chain family, and stays with the list of wallets. */
export async function disconnectWallet(
  widget: Widget,
  { namespace, id }: DisconnectWalletParameters,
): Promise<void> {
  try {
    await withLoadingToast(widget, actionText.disconnecting, () =>
      disconnect(widget, { namespace, id, keepOpen: 'here' }),
    )
  } finally {
    // The way back leads to Connect now: the account is gone. Embedded, that is shown already.
    if (!connectedIn(widget) && !widget.config.embedded) {
      widget.stores.router.set({
        history: [at('Connect'), at('ProfileWallets')],
        direction: 'none',
      })
    }
  }
  void notify(widget, { variant: 'success', message: profileText.profile.disconnected })
}

const at = (view: 'Connect' | 'ProfileWallets') => ({ view, params: undefined }) as const
