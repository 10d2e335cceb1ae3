import { namespaceOf } from './namespaces.js'
import type { Session } from './session.js'

/** A session, and what the page wants of it today. */
export type StaleQuestion = {
  readonly session: Session
  /** Chains the page is configured with today. */
  readonly configuredChains: readonly string[]
  /** Chains that were asked for when connecting, plus those added since; by default the session's. */
  readonly requestedChains?: readonly string[]
  readonly namespace?: string
}

/**
 * A session is stale when the page wants a chain it never asked the wallet for: it should be ended
 * and paired again. One that the wallet was asked for and declined does not make it stale.
 */
export function isStaleSession(question: StaleQuestion): boolean {
  const { session, namespace = 'eip155' } = question
  const inNamespace = (chain: string) => namespaceOf(chain) === namespace
  const configured = question.configuredChains.filter(inNamespace)
  const requested = question.requestedChains ?? session.requested[namespace]?.chains ?? []
  return !configured.every((chain) => requested.includes(chain))
}
