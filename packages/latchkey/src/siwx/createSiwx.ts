import type { SiwxConfig } from '../core/siwx/siwx.js'
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

/** Sign-in with a wallet, for the widget's option `siwx`. */
export function createSiwx({
  messenger = createMessenger(),
  verifiers = allVerifiers(),
  storage = localSessions(),
  required = true,
  signOutOnDisconnect = true,
}: SiwxOptions = {}): SiwxConfig {
  let rpc: RpcAddresses | undefined
  const load = () => import('./sessions.lazy.js')
  const getContext = () => ({ storage, verifiers, domain: messenger.domain, rpc })

  return {
    async createMessage(input) {
      const nonce = await storage.getNonce?.(input)
      return messenger.createMessage({ ...input, nonce })
    },
    addSession: async (session) => (await load()).addSession(getContext(), session),
    setSessions: async (sessions) => (await load()).setSessions(getContext(), sessions),
    getSessions: async (chainId, address) =>
      (await load()).getSessions(getContext(), chainId, address),
    revokeSession: (chainId, address) => storage.delete(chainId, address),
    setRpcUrls(urls) {
      rpc = urls
    },
    getRequired: () => required,
    signOutOnDisconnect,
  }
}
