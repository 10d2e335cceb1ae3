import type { PeerMetadata } from '../ports.js'
import { namespaceOf, type RequestedNamespaces, type SessionNamespaces } from './namespaces.js'
import type { Cacao } from './signInMessage.js'

/** A side of a session. */
export type Role = 'dapp' | 'wallet'

export const sessionLifetimeSeconds = 604_800

/** A participant of a session. */
export type Peer = {
  readonly publicKey: string
  /** Untrusted text from the peer. */
  readonly metadata: PeerMetadata
}

/** A session between a dapp and a wallet. */
export type Session = {
  readonly topic: string
  readonly pairingTopic: string
  /** Our role. */
  readonly role: Role
  /** Unix seconds. */
  readonly expiry: number
  /** The dapp has confirmed it. */
  readonly acknowledged: boolean
  /** The wallet's public key. */
  readonly controller: string
  readonly self: Peer
  readonly peer: Peer
  readonly namespaces: SessionNamespaces
  /** The namespaces the dapp requested, required and optional together. */
  readonly requested: RequestedNamespaces
  readonly sessionProperties?: Readonly<Record<string, string>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  readonly sessionConfig?: { readonly disableDeepLink?: boolean }
  /** Signed messages of a one-click sign-in. */
  readonly authentication?: readonly Cacao[]
}

/** Every account of the session, or of one namespace. */
export function sessionAccounts(session: Session, namespace?: string): string[] {
  return Object.values(session.namespaces)
    .flatMap((entry) => entry.accounts)
    .filter((account) => namespace === undefined || namespaceOf(account) === namespace)
}

/** Every chain the session has an account on, or those of one namespace. */
export function sessionChains(session: Session, namespace?: string): string[] {
  return Object.values(session.namespaces)
    .flatMap((entry) => entry.chains)
    .filter((chain) => namespace === undefined || namespaceOf(chain) === namespace)
}
