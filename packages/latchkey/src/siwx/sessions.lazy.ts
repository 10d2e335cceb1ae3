import type { NetworkId } from '@latchkey/wire/caip'
import { InvalidSessionError } from '../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import { type CheckParameters, checkServerSession, checkSession } from './checkSession.js'
import type { SiwxStorage } from './storages/storage.js'

type SessionsContext = CheckParameters & { readonly storage: SiwxStorage }

/** Stores a session. Throws an `InvalidSessionError` unless it is valid. */
export async function addSession(context: SessionsContext, session: SiwxSession): Promise<void> {
  await context.storage.add(await toValid(context, session))
}

/** Replaces all sessions. Changes nothing and throws if one of them is not valid. */
export async function setSessions(
  context: SessionsContext,
  sessions: readonly SiwxSession[],
): Promise<void> {
  const valid = await Promise.all(sessions.map((session) => toValid(context, session)))
  await context.storage.set(valid)
}

/** Reasons that may pass: these sessions do not count now, but are not deleted. */
const temporary: readonly string[] = ['not-yet-valid', 'rpc-unavailable']

/** The valid sessions of an account on a network. Deletes those that are not, and only those. */
export async function getSessions(
  context: SessionsContext,
  chainId: NetworkId,
  address: string,
): Promise<readonly SiwxSession[]> {
  const { storage } = context
  const valid: SiwxSession[] = []
  for (const stored of await storage.get(chainId, address)) {
    const checked = storage.verifies
      ? checkServerSession(stored)
      : await checkSession(stored, context)
    const { session, reason = '' } = checked
    const isOfAccount = session?.data.chainId === chainId && session.data.accountAddress === address
    if (isOfAccount) valid.push(session)
    else if (!storage.verifies && !temporary.includes(reason))
      await storage.delete(chainId, address, stored)
  }
  return valid
}

/** The session to store, with the fields of its text. */
async function toValid(context: SessionsContext, session: SiwxSession): Promise<SiwxSession> {
  const isServer = context.storage.verifies === true
  // Without a text it is a session that the server returned, and the storage does not send it again.
  const isOfServer = isServer && session.message === ''
  const checked = isOfServer ? checkServerSession(session) : await checkSession(session, context)
  if (checked.session) return checked.session
  // The server verifies it, and asks the contract itself.
  const isLeftToServer = checked.reason === 'rpc-unavailable' || checked.reason === 'no-verifier'
  if (isServer && isLeftToServer) return session
  throw new InvalidSessionError(checked.reason)
}
