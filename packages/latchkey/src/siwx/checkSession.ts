import { namespaceOf } from '@latchkey/wire/caip'
import { parseSiwxMessage } from '@latchkey/wire/siwx'
import type { InvalidSessionReason } from '../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import { checkMessage, checkTimes } from './checkMessage.js'
import type { SiwxVerifier, VerifySessionOptions } from './verifiers/pageVerifiers.js'

export type CheckParameters = VerifySessionOptions & {
  readonly verifiers: readonly SiwxVerifier[]
  /** Default: the page's host. */
  readonly domain: string | undefined
}

/** A session with the fields of its signed text, or why it is not valid. */
export type CheckedSession =
  | { readonly session: SiwxSession; readonly reason?: undefined }
  | { readonly session?: undefined; readonly reason: InvalidSessionReason }

/** A session that a server has verified: only its times are checked. */
export function checkServerSession(session: SiwxSession): CheckedSession {
  const reason = checkTimes(session.data, Date.now())
  return reason ? { reason } : { session }
}

/** Checks a session: the signed text is for this site and this time, and its account signed it. */
export async function checkSession(
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
