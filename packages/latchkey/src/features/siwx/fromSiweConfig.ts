import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { parseSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { InvalidSessionError, SessionServerError } from '../../core/runtime/errors/siwxSession.js'
import type { SiweConfig, SiweSession } from '../../core/siwx/siweConfig.js'
import type { SiwxConfig, SiwxMessageInput, SiwxSession } from '../../core/siwx/siwx.js'

const defaultLifetime = 300_000

/**
 * The site's sign-in with Ethereum, for all chain families: accounts of other families count as signed in.
 * The server has one session, for one account.
 */
export function fromSiweConfig(config: SiweConfig): SiwxConfig {
  const {
    nonceRefetchIntervalMs = defaultLifetime,
    sessionRefetchIntervalMs = defaultLifetime,
    signOutOnAccountChange = true,
    signOutOnNetworkChange = true,
    signOutOnDisconnect = true,
    required = true,
  } = config
  const nonces = createCache<string>(nonceRefetchIntervalMs)
  const sessions = createCache<SiweSession | null>(sessionRefetchIntervalMs)

  const getSession = () => sessions.read('', () => config.getSession())

  /** Whether the server's session counts for an account. */
  function isSignedIn(session: SiweSession | null, chainId: NetworkId, address: string): boolean {
    if (!session) return false
    const isSameAccount = session.address.toLowerCase() === address.toLowerCase()
    const isSameNetwork = String(session.chainId) === referenceOf(chainId)
    return (isSameAccount || !signOutOnAccountChange) && (isSameNetwork || !signOutOnNetworkChange)
  }

  async function addSession({ message, signature }: SiwxSession) {
    nonces.clear()
    const isVerified = await config.verifyMessage({ message, signature })
    if (!isVerified) throw new InvalidSessionError('refused')
    sessions.clear()
    config.onSignIn?.((await getSession()) ?? undefined)
  }

  async function signOut() {
    const isSignedOut = await config.signOut()
    sessions.clear()
    if (!isSignedOut) throw new SessionServerError('failed')
    config.onSignOut?.()
  }

  return {
    async createMessage(input) {
      const { accountAddress } = input
      const nonce = await nonces.read(accountAddress, () => config.getNonce(accountAddress))
      return createMessage(config, input, nonce)
    },
    addSession,
    async revokeSession(chainId, address) {
      sessions.clear()
      if (isEvm(chainId) && isSignedIn(await getSession(), chainId, address)) await signOut()
    },
    async setSessions(list) {
      const [first] = list.filter(({ data, message }) => isEvm(data.chainId) && message !== '')
      sessions.clear()
      if (first) await addSession(first)
      else if (list.length === 0 && (await getSession())) await signOut()
    },
    async getSessions(chainId, address) {
      const counts = !isEvm(chainId) || isSignedIn(await getSession(), chainId, address)
      return counts ? [toSession(chainId, address)] : []
    },
    getRequired: () => required,
    signOutOnDisconnect,
  }
}

const isEvm = (chainId: NetworkId) => namespaceOf(chainId) === 'eip155'

async function createMessage(config: SiweConfig, input: SiwxMessageInput, nonce: string) {
  const { accountAddress, chainId } = input
  const { chains: _, ...params } = await config.getMessageParams()
  const times = {
    iat: params.iat ?? new Date().toISOString(),
    nbf: params.nbf ?? input.notBefore,
  }
  const text = config.createMessage({
    ...params,
    ...times,
    address: `did:pkh:${chainId}:${accountAddress}`,
    chainId: Number(referenceOf(chainId)),
    nonce,
    version: '1',
  })
  const fields: SiwxMessage = {
    accountAddress,
    chainId,
    domain: params.domain,
    uri: params.uri,
    version: '1',
    nonce,
    statement: params.statement,
    issuedAt: times.iat,
    expirationTime: params.exp,
    notBefore: times.nbf,
    requestId: params.requestId,
    resources: params.resources,
  }
  // The text decides what is signed: the site may have added or left out fields.
  const data = parseText(text, accountAddress) ?? fields
  return Object.defineProperty({ ...data }, 'toString', { value: () => text })
}

/** The fields of a text, which may contain the placeholder instead of an address. */
function parseText(text: string, accountAddress: string): SiwxMessage | undefined {
  if (accountAddress !== addressPlaceholder) return parseSiwxMessage(text)
  const parsed = parseSiwxMessage(text.replace(addressPlaceholder, 'address'))
  return parsed?.accountAddress === 'address' ? { ...parsed, accountAddress } : undefined
}

/** A session of the server: the page knows its account, but not the signed text. */
function toSession(chainId: NetworkId, accountAddress: string): SiwxSession {
  const data = { accountAddress, chainId, domain: '', uri: '', version: '1', nonce: '' }
  return { data, message: '', signature: '' }
}

/** Keeps the last value for its lifetime; concurrent reads share one call. */
function createCache<value>(lifetime: number) {
  let entry: { key: string; value: Promise<value>; end: number } | undefined
  return {
    read(key: string, load: () => Promise<value>): Promise<value> {
      if (entry?.key === key && Date.now() < entry.end) return entry.value
      const added = { key, value: load(), end: Date.now() + lifetime }
      added.value.catch(() => {
        if (entry === added) entry = undefined
      })
      entry = added
      return added.value
    },
    clear() {
      entry = undefined
    },
  }
}
