import type { PairingError } from '../errors.js'
import type { Deferred } from '../waiting.js'
import type { Session } from './session.js'

/** Proposals made since the page loaded whose caller still waits for the session. */
export type Approvals = {
  add(proposalId: number, waiting: Deferred<Session>): void
  resolve(proposalId: number, session: Session): void
  reject(proposalId: number, error: PairingError): void
  rejectAll(error: PairingError): void
}

export function createApprovals(): Approvals {
  const open = new Map<number, Deferred<Session>>()
  return {
    add(proposalId, waiting) {
      open.set(proposalId, waiting)
      const forget = () => open.delete(proposalId)
      waiting.promise.then(forget, forget)
    },
    resolve: (proposalId, session) => open.get(proposalId)?.resolve(session),
    reject: (proposalId, error) => open.get(proposalId)?.reject(error),
    rejectAll(error) {
      for (const waiting of open.values()) waiting.reject(error)
    },
  }
}
