import { namespaceOf } from './namespaces.js'
import type { Session } from './session.js'

/** A session and the chains the page wants now. */
export type StaleQuestion = {
  readonly session: Session
  /** Chains the page is configured with now. */
  readonly configuredChains: readonly string[]
  /** Chains requested when connecting or added later. Default: the chains the session requested. */
  readonly requestedChains?: readonly string[]
  readonly namespace?: string
}

/**
 * Whether the page wants a chain that it never requested from the wallet, so that it should pair again.
 * A chain that was requested but not granted does not make the session stale.
 */
export function isStaleSession(input: StaleQuestion): boolean {
  const { session, namespace = 'eip155' } = input
  const inNamespace = (chain: string) => namespaceOf(chain) === namespace
  const configured = input.configuredChains.filter(inNamespace)
  const requested = input.requestedChains ?? session.requested[namespace]?.chains ?? []
  return !configured.every((chain) => requested.includes(chain))
}
