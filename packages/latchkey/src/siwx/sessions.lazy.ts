import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseSiwxMessage } from '@latchkey/wire/siwx'
import {
  InvalidSessionError,
  type InvalidSessionReason,
} from '../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import { checkMessage, checkTimes } from './checkMessage.js'
import type { SiwxStorage } from './storages/storage.js'
import type { SiwxVerifier, VerifySessionOptions } from './verifiers/pageVerifiers.js'

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

type CheckParameters = VerifySessionOptions & {
  readonly verifiers: readonly SiwxVerifier[]
  /** Default: the page's host. */
  readonly domain: string | undefined
}

/** A session with the fields of its signed text, or why it is not valid. */
type CheckedSession =
  | { readonly session: SiwxSession; readonly reason?: undefined }
  | { readonly session?: undefined; readonly reason: InvalidSessionReason }

/** A session that a server has verified: only its times are checked. */
function checkServerSession(session: SiwxSession): CheckedSession {
  const reason = checkTimes(session.data, Date.now())
  return reason ? { reason } : { session }
}

/** Checks a session: the signed text is for this site and this time, and its account signed it. */
async function checkSession(
  { data: claimed, message, signature }: SiwxSession,
  { verifiers, domain = globalThis.location?.host ?? '', rpc }: CheckParameters,
): Promise<CheckedSession> {
  const data = parseSiwxMessage(message)
  const isAsClaimed =
    data?.chainId === claimed.chainId && data.accountAddress === claimed.accountAddress
  if (!data || !isAsClaimed) return { reason: 'malformed' }
  const problem = checkMessage(data, { domain, now: Date.now() })
  if (problem) return { reason: problem }

  const session = { data, message, signature }
  const namespace = namespaceOf(data.chainId)
  const active = verifiers.filter((verifier) => verifier.namespace === namespace)
  if (active.length === 0) return { reason: 'no-verifier' }
  for (const verifier of active) {
    const outcome = await verifier.verify(session, { rpc })
    if (outcome === 'unknown') return { reason: 'rpc-unavailable' }
    if (outcome !== 'valid') return { reason: 'wrong-signature' }
  }
  return { session }
}
