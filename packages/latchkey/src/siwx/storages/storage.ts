import type { NetworkId } from '@latchkey/wire/caip'
import type { SiwxMessageInput, SiwxSession } from '../../core/siwx/siwx.js'

/** Where `createSiwx` keeps signed-in sessions. One session per account and network. */
export type SiwxStorage = {
  /** The sessions of exactly this account on this network. */
  get(chainId: NetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Adds a session; replaces the one of the same account and network. */
  add(session: SiwxSession): Promise<void>
  /** Replaces all sessions. */
  set(sessions: readonly SiwxSession[]): Promise<void>
  /** Deletes the session of an account on a network; with `session`, only if it is still that one. */
  delete(chainId: NetworkId, address: string, session?: SiwxSession): Promise<void>
  /**
   * True when a server verifies each session it adds and each it returns. The page then does not verify
   * returned sessions again, and leaves contract accounts without a node to the server.
   */
  readonly verifies?: boolean | undefined
  /** The nonce that the server expects in the next message. */
  getNonce?(input: SiwxMessageInput): Promise<string>
}
