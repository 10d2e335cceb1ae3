import type { Namespace } from '@latchkey/wire/caip'
import { withLoadingToast } from '../../modal/actions/loadingToast.js'
import { notify } from '../../modal/actions/notify.js'
import { actionText } from '../../text/modal.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { getConnection } from '../store.js'
import {
  isSameAddress,
  readStoredConnections,
  storedRevisionOf,
  writeStoredConnections,
} from '../storedConnections.js'
import { disconnect } from './disconnect.js'

export type DisconnectWalletParameters = {
  readonly namespace: Namespace
  /** One of several connectors; all of them when absent. */
  readonly id?: ConnectorId | undefined
}

/** Disconnects one wallet, or all of a namespace, and stays on the list of wallets. */
export async function disconnectWallet(
  widget: Widget,
  { namespace, id }: DisconnectWalletParameters,
): Promise<void> {
  try {
    await withLoadingToast(widget, actionText.disconnecting, () =>
      disconnect(widget, { namespace, id, keepOpen: 'here' }),
    )
  } finally {
    // There is no account to go back to. An embedded widget shows Connect already.
    if (!getConnection(widget) && !widget.config.embedded) {
      widget.stores.router.set({
        history: [routeTo('Connect'), routeTo('ProfileWallets')],
        direction: 'none',
      })
    }
  }
  void notify(widget, { variant: 'success', message: profileText.profile.disconnected })
}

const routeTo = (view: 'Connect' | 'ProfileWallets') => ({ view, params: undefined }) as const

export type DeleteStoredConnectionParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly address: string
}

/** Deletes an account from the stored connections; its wallet too when no account is left. */
export function deleteStoredConnection(
  widget: Widget,
  { namespace, connectorId, address }: DeleteStoredConnectionParameters,
): void {
  const stored = readStoredConnections(widget)
  const remaining = (stored[namespace] ?? []).flatMap((one) => {
    if (one.connectorId !== connectorId) return one
    const accounts = one.accounts.filter((account) => !isSameAddress(account.address, address))
    return accounts.length > 0 ? { ...one, accounts } : []
  })
  writeStoredConnections(widget, { ...stored, [namespace]: remaining })
  storedRevisionOf(widget).set(({ revision }) => ({ revision: revision + 1 }))
}
