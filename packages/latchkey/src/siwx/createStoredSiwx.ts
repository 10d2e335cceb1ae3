import type { SiwxConfig } from '../core/siwx/siwx.js'
import type { SiwxMessenger } from './createMessenger.js'
import type { SiwxStorage } from './storages/storage.js'
import type { SiwxVerifier } from './verifiers/pageVerifiers.js'
import type { RpcAddresses } from './verifiers/readChain.js'

type StoredSiwxParts = {
  readonly messenger: SiwxMessenger
  readonly verifiers: readonly SiwxVerifier[]
  readonly storage: SiwxStorage
  readonly required: boolean
  readonly signOutOnDisconnect: boolean
}

/** Sign-in made of these parts. Has no defaults, so that only the verifiers in use are bundled. */
export function createStoredSiwx({
  messenger,
  verifiers,
  storage,
  required,
  signOutOnDisconnect,
}: StoredSiwxParts): SiwxConfig {
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
