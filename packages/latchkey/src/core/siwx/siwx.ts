import type { NetworkId } from '@latchkey/wire/caip'
import type { SiwxMessage } from '@latchkey/wire/siwx'

/** The account and network a sign-in message is created for. */
export type SiwxMessageInput = {
  readonly accountAddress: string
  /** CAIP-2, for instance `eip155:1`. */
  readonly chainId: NetworkId
  readonly notBefore?: string | undefined
}

/** The fields of a message and, from `toString`, the exact text that the wallet signs. */
export type SiwxMessageToSign = SiwxMessage & { toString(): string }

/** A message that an account has signed. */
export type SiwxSession = {
  readonly data: SiwxMessage
  /** The exact text that was signed. */
  readonly message: string
  readonly signature: string
}

/** Sign-in with a wallet: creates messages and stores the sessions. `createSiwx` returns one. */
export type SiwxConfig = {
  createMessage(input: SiwxMessageInput): Promise<SiwxMessageToSign>
  /** Stores a session. Rejects when the session is not valid. */
  addSession(session: SiwxSession): Promise<void>
  /** Deletes the session of an account on a network. */
  revokeSession(chainId: NetworkId, address: string): Promise<void>
  /** Replaces all sessions; an empty list signs out everywhere. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** The valid sessions of an account on a network. */
  getSessions(chainId: NetworkId, address: string): Promise<readonly SiwxSession[]>
  /**
   * Signs in place of the connected wallet. Returns what a wallet would, in the family's encoding; the widget
   * verifies that the account signed.
   */
  signMessage?(parameters: {
    readonly message: string
    readonly chainId: NetworkId
    readonly accountAddress: string
  }): Promise<string>
  /** Called by the widget with the nodes of its networks, which verify signatures of contract accounts. */
  setRpcUrls?(urls: Readonly<Record<string, string>>): void
  /** Whether a visitor has to sign in to stay connected. Default true. */
  getRequired?(): boolean
  /** Default true. */
  readonly signOutOnDisconnect?: boolean | undefined
}
