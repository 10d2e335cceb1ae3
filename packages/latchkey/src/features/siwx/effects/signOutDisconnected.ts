import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { type ConnectionState, getConnectionState } from '../../../core/connection/store.js'
import { getNetworks } from '../../../core/network/store.js'
import { SignInTimeoutError } from '../../../core/runtime/errors/siwx.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import { signOutsOf } from '../../../core/siwx/signOuts.js'
import type { SiwxConfig } from '../../../core/siwx/siwx.js'
import type { Widget } from '../../../core/widget.js'

type ConnectedAccount = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address: string
}

/** Signs out the accounts of wallets that disconnect, unless the site wants to keep their sessions. */
export function signOutDisconnected(widget: Widget): () => void {
  const { connection } = widget.stores
  let before = getAccounts(connection.get())
  return connection.subscribe((state) => {
    const now = getAccounts(state)
    const gone = before.filter(
      (one) => !now.some((other) => isSameWallet(one, other) || isSameAccount(one, other)),
    )
    before = now
    const { pending, isPaused } = signOutsOf(widget)
    if (gone.length === 0 || isPaused) return
    const work = signOut(widget, gone)
      .catch((error: unknown) => widget.ports.log.warn('Could not sign out', error))
      .finally(() => pending.delete(work))
    pending.add(work)
  })
}

function getAccounts(state: ConnectionState): readonly ConnectedAccount[] {
  return namespaces.flatMap((namespace) => {
    const one = getConnectionState(state, namespace)
    const wallets = one.status === 'connected' ? [one, ...(one.others ?? [])] : []
    return wallets.flatMap(({ connectorId, accounts }) =>
      accounts.map(({ address }) => ({ namespace, connectorId, address })),
    )
  })
}

const isSameWallet = (one: ConnectedAccount, other: ConnectedAccount) =>
  one.namespace === other.namespace && one.connectorId === other.connectorId

const isSameAccount = (one: ConnectedAccount, other: ConnectedAccount) =>
  one.namespace === other.namespace && one.address === other.address

async function signOut(widget: Widget, gone: readonly ConnectedAccount[]): Promise<void> {
  const { connection } = widget.stores
  // Wallets that are still being restored count as connected.
  const isLast = Object.values(connection.get()).every(({ status }) => status === 'disconnected')
  const late = () => new SignInTimeoutError()
  await withTimeout(
    widget.ports.clock,
    { limit: limits.signInCallWait, late, signal: widget.signal },
    async () => {
      const config = await widget.siwx?.()
      if (!config || config.signOutOnDisconnect === false) return
      if (isLast) await config.setSessions([])
      else await Promise.all(gone.map((account) => revokeAll(widget, config, account)))
    },
  )
}

/** Deletes the sessions of an account on every network of its chain family. */
async function revokeAll(
  widget: Widget,
  config: SiwxConfig,
  { namespace, address }: ConnectedAccount,
): Promise<void> {
  for (const { id } of getNetworks(widget.stores.network.get(), namespace)) {
    const sessions = await config.getSessions(id, address)
    if (sessions.length > 0) await config.revokeSession(id, address)
  }
}
