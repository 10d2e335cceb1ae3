import { namespaceOf } from './namespaces.js'
import { type Session, sessionChains } from './session.js'

/** A session, and what the page wants of it today. */
export interface StaleQuestion {
  readonly session: Session
  /** Chains the page is configured with today. */
  readonly configuredChains: readonly string[]
  /** Chains that were asked for when connecting, plus those added since; by default the session's. */
  readonly requestedChains?: readonly string[]
  readonly namespace?: string
}

/**
 * A session is stale when the page wants a chain it never asked the wallet for: it should be ended
 * and paired anew. A session that shares no chain with the page at all is left alone, because
 * pairing anew would not make the wallet support the page's chains.
 */
export function isStaleSession(question: StaleQuestion): boolean {
  const { session, namespace = 'eip155' } = question
  const inNamespace = (chain: string) => namespaceOf(chain) === namespace
  const configured = question.configuredChains.filter(inNamespace)
  const requested = question.requestedChains ?? session.requested[namespace]?.chains ?? []
  const chains = sessionChains(session, namespace)
  if (chains.length > 0 && !chains.some((chain) => configured.includes(chain))) return false
  return !configured.every((chain) => requested.includes(chain))
}
