import type { SignedInAccount } from '@latchkey/wire/http/signIn'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { HostedClient } from './hostedClient.lazy.js'
import type { SiwxStorage } from './storage.js'
import { createStoredItem } from './storedItem.js'

export type HostedSessionsOptions = {
  /** The provider's URL, such as `https://provider.example`. */
  readonly providerUrl: string
  readonly projectId: string
  /** Default: `@appkit/siwx-auth-token`. */
  readonly localAuthStorageKey?: string | undefined
  /** Default: `@appkit/siwx-nonce-token`. */
  readonly localNonceStorageKey?: string | undefined
}

/** The signed-in session; undefined after signing out, or when another tab changed it. */
export type SessionChangedListener = (session: SiwxSession | undefined) => void

/** Sessions at the provider: one at a time, for the account that signed in last. */
export type HostedSessions = SiwxStorage & {
  /** The account that is signed in. Rejects with `NotSignedInError` if none is. */
  getSessionAccount(): Promise<SignedInAccount>
  /** Replaces what the site stores with the account; null deletes it. */
  setSessionAccountMetadata(metadata: Readonly<Record<string, unknown>> | null): Promise<void>
  /** A JWT for the site's server, valid for some minutes; undefined if no account is signed in. */
  getToken(): Promise<string | undefined>
  /** Calls when a session starts or ends, also in another tab. Returns an unsubscribe function. */
  on(event: 'sessionChanged', listener: SessionChangedListener): () => void
  removeAllListeners(): void
}

/** Sessions of a project's visitors at the provider, for sites without a backend. */
export function hostedSessions(options: HostedSessionsOptions): HostedSessions {
  const { localAuthStorageKey = '@appkit/siwx-auth-token' } = options
  const authToken = createStoredItem(localAuthStorageKey)
  const unsubscribes = new Map<SessionChangedListener, () => void>()
  const onChange = (session: SiwxSession | undefined) => {
    for (const listener of [...unsubscribes.keys()]) listener(session)
  }

  /** Without a token there is nothing to ask, so that the client is not loaded. */
  const isSignedIn = () => authToken.get() !== undefined

  let loading: Promise<HostedClient> | undefined
  const client = () => {
    loading ??= import('./hostedClient.lazy.js').then(({ createHostedClient }) =>
      createHostedClient({ ...options, localAuthStorageKey, authToken, onChange }),
    )
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  return {
    verifies: true,
    getNonce: async () => (await client()).createNonce(),
    get: async (chainId, address) =>
      isSignedIn() ? (await client()).getSessions(chainId, address) : [],
    add: async (session) => (await client()).signIn(session),
    async set(sessions) {
      // A nonce is good for one session; the first one belongs to the active network.
      const added = sessions.find(({ message }) => message !== '')
      if (added) await (await client()).signIn(added)
      else if (sessions.length === 0 && isSignedIn()) await (await client()).signOut()
    },
    async delete(chainId, address) {
      if (isSignedIn()) await (await client()).signOut({ chainId, address })
    },
    getSessionAccount: async () => (await client()).getAccount(),
    setSessionAccountMetadata: async (metadata) => (await client()).setMetadata(metadata),
    getToken: async () => (isSignedIn() ? (await client()).getToken() : undefined),
    on(_event, listener) {
      unsubscribes.get(listener)?.()
      const unwatch = authToken.watch(() => listener(undefined))
      const unsubscribe = () => {
        unwatch()
        unsubscribes.delete(listener)
      }
      unsubscribes.set(listener, unsubscribe)
      return unsubscribe
    },
    removeAllListeners() {
      for (const unsubscribe of [...unsubscribes.values()]) unsubscribe()
    },
  }
}
