import { PairingError } from '../errors.js'
import type { InboxRecord, State } from '../state.js'

/** Whether a proposal or sign-in of this pairing is pending: a pairing shows the user one of them. */
export function hasPending(draft: State, pairingTopic: string): boolean {
  return Object.values(draft.inbox).some(({ topic }) => topic === pairingTopic)
}

/** Removes and returns an inbox item, so that it gets only one response. */
export function removeFromInbox<T>(
  draft: State,
  id: number,
  kind: InboxRecord['kind'],
  read: (id: number, record: InboxRecord) => T | undefined,
): T {
  const record = draft.inbox[id]
  const item = record?.kind === kind ? read(id, record) : undefined
  if (item === undefined) {
    throw new PairingError('pairing/unknown-request', `No ${kind} with that id is pending.`)
  }
  delete draft.inbox[id]
  return item
}
