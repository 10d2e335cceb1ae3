import type { AnnouncedWallet } from '../../../core/connection/family.js'
import { type ConnectionState, connectionOf } from '../../../core/connection/store.js'

/** The addresses a wallet is connected with, in one line; undefined while it is not. */
export function accountsOf(
  state: ConnectionState,
  { id, namespace }: AnnouncedWallet,
): string | undefined {
  const one = connectionOf(state, namespace)
  const up = one.status === 'connected' ? [one, ...(one.others ?? [])] : []
  return up
    .find(({ connectorId }) => connectorId === id)
    ?.accounts.map(({ address }) => address)
    .join()
}
