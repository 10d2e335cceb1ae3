import { InvalidSessionError } from '../core/runtime/errors/siwxSession.js'
import type { SiwxConfig, SiwxSession } from '../core/siwx/siwx.js'
import type { CheckedSession } from './checkSession.lazy.js'
import { createMessenger, type SiwxMessenger } from './createMessenger.js'
import { localSessions } from './storages/localSessions.js'
import type { SiwxStorage } from './storages/storage.js'
import { allVerifiers, type SiwxVerifier } from './verifiers/pageVerifiers.js'
import type { RpcAddresses } from './verifiers/readChain.js'

export type SiwxOptions = {
  /** Creates the messages. Default: `createMessenger()`. */
  readonly messenger?: SiwxMessenger | undefined
  /** Verify signatures in the page. All of an account's family must accept. Default: one per family. */
  readonly verifiers?: readonly SiwxVerifier[] | undefined
  /** Keeps the sessions. Default: `localSessions()`. */
  readonly storage?: SiwxStorage | undefined
  /** Whether visitors have to sign in to stay connected. Default true. */
  readonly required?: boolean | undefined
  /** Default true. */
  readonly signOutOnDisconnect?: boolean | undefined
}

/** Sessions that may become valid later are not deleted. */
const temporary: readonly string[] = ['not-yet-valid', 'rpc-unavailable']

/** Sign-in with a wallet, for the widget's option `siwx`. */
export function createSiwx({
  messenger = createMessenger(),
  verifiers = allVerifiers(),
  storage = localSessions(),
  required = true,
  signOutOnDisconnect = true,
}: SiwxOptions = {}): SiwxConfig {
  const isServer = storage.verifies === true
  let rpc: RpcAddresses | undefined

  async function check(session: SiwxSession, isVerified: boolean): Promise<CheckedSession> {
    const { checkSession, checkServerSession } = await import('./checkSession.lazy.js')
    return isVerified
      ? checkServerSession(session)
      : checkSession(session, { verifiers, domain: messenger.domain, rpc })
  }

  /** The session to store, with the fields of its text. Throws unless it is valid. */
  async function toValid(session: SiwxSession): Promise<SiwxSession> {
    // Without a text it is one that the server returned, and it is not sent again.
    const isOfServer = isServer && session.message === ''
    const { session: valid, reason } = await check(session, isOfServer)
    if (valid) return valid
    // The server asks the contract itself.
    if (isServer && reason === 'rpc-unavailable') return session
    throw new InvalidSessionError(reason)
  }

  return {
    async createMessage(input) {
      const nonce = await storage.getNonce?.(input)
      return messenger.createMessage({ ...input, nonce })
    },
    async addSession(session) {
      await storage.add(await toValid(session))
    },
    async setSessions(sessions) {
      await storage.set(await Promise.all(sessions.map(toValid)))
    },
    revokeSession: (chainId, address) => storage.delete(chainId, address),
    async getSessions(chainId, address) {
      const valid: SiwxSession[] = []
      for (const stored of await storage.get(chainId, address)) {
        const { session, reason = '' } = await check(stored, isServer)
        const isOfAccount =
          session?.data.chainId === chainId && session.data.accountAddress === address
        if (isOfAccount) valid.push(session)
        else if (!isServer && !temporary.includes(reason))
          await storage.delete(chainId, address, stored)
      }
      return valid
    },
    setRpcUrls(urls) {
      rpc = urls
    },
    getRequired: () => required,
    signOutOnDisconnect,
  }
}
