import { type Namespace, type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseSiwxMessage, readTime, type SiwxMessage } from '@latchkey/wire/siwx'
import type { Verifier } from '../verifiers/verifier.js'
import { createChainReader, type RpcAddresses } from './readChain.js'

/** Why a sign-in was rejected. */
export type RefusalReason =
  /** Not a sign-in message, or an ambiguous one. */
  | 'malformed'
  | 'wrong-version'
  | 'wrong-domain'
  | 'wrong-uri'
  | 'wrong-chain'
  | 'wrong-nonce'
  | 'expired'
  | 'not-yet-valid'
  /** Not signed by the account that the message names. */
  | 'wrong-signature'
  /** Only the account's contract can verify it, and no `rpc` URL is given for its chain. */
  | 'rpc-required'
  /** Only the account's contract can verify it, and the node did not respond. Try again. */
  | 'rpc-unavailable'

export type Refused = { readonly ok: false; readonly reason: RefusalReason }

export type ParsedMessage = { readonly ok: true; readonly message: SiwxMessage } | Refused

export type Verified = {
  readonly ok: true
  readonly address: string
  /** CAIP-2, for instance `eip155:1`. */
  readonly chainId: NetworkId
  readonly message: SiwxMessage
}

export type VerifyOptions = {
  /** The text that was signed. */
  readonly message: string
  /** As the widget's `signMessage` returns it. */
  readonly signature: string
  /** The nonce created for this visitor. Accept it only once. */
  readonly nonce: string
  /** Host and port of the site, or of each of its sites. Do not take them from the request. */
  readonly domain: string | readonly string[]
  /** The only URI to accept. By default, any URI on the message's domain. */
  readonly uri?: string | undefined
  /** The only networks to accept, as CAIP-2 ids. By default, any. */
  readonly chainId?: string | readonly string[] | undefined
  /** JSON-RPC URLs to verify contract accounts (smart accounts, Safe). */
  readonly rpc?: RpcAddresses | undefined
  /** The current time. Defaults to the system clock. */
  readonly now?: Date | undefined
  readonly signal?: AbortSignal | undefined
}

/** How far a visitor's clock may be ahead (milliseconds). */
const clockDifference = 5 * 60_000

/** Reads a sign-in message (EIP-4361, CAIP-122) without verifying anything. */
export function parseMessage(text: string): ParsedMessage {
  const message = parseSiwxMessage(text)
  return message ? { ok: true, message } : { ok: false, reason: 'malformed' }
}

/**
 * Verifies that an account signed in to this site, now, with this nonce. A rejected sign-in does not
 * throw: the result contains the reason.
 */
export async function verify(options: VerifyOptions): Promise<Verified | Refused> {
  const parsed = parseMessage(options.message)
  if (!parsed.ok) return parsed
  const { message } = parsed
  const reason = checkFields(message, options) ?? (await checkSignature(message, options))
  if (reason) return { ok: false, reason }
  return { ok: true, address: message.accountAddress, chainId: message.chainId, message }
}

function checkFields(message: SiwxMessage, options: VerifyOptions): RefusalReason | undefined {
  const { version, domain, uri, chainId, nonce, expirationTime, notBefore, issuedAt } = message
  const now = (options.now ?? new Date()).getTime()
  const isExpected = (value: string, expected: string | readonly string[]) =>
    typeof expected === 'string' ? value === expected : expected.includes(value)
  if (version !== '1') return 'wrong-version'
  if (!isExpected(domain, options.domain)) return 'wrong-domain'
  if (options.uri === undefined ? hostOf(uri) !== domain : uri !== options.uri) return 'wrong-uri'
  if (options.chainId !== undefined && !isExpected(chainId, options.chainId)) return 'wrong-chain'
  if (nonce !== options.nonce) return 'wrong-nonce'
  if (expirationTime !== undefined && now >= timeOf(expirationTime)) return 'expired'
  if (notBefore !== undefined && now < timeOf(notBefore)) return 'not-yet-valid'
  if (issuedAt !== undefined && now < timeOf(issuedAt) - clockDifference) return 'not-yet-valid'
  return undefined
}

/** The host of a URI, in the form of a message's domain. */
function hostOf(uri: string): string | undefined {
  try {
    const { protocol, host, username, password } = new URL(uri)
    const isPlainWeb = /^https?:$/.test(protocol) && username === '' && password === ''
    return isPlainWeb ? host : undefined
  } catch {
    return undefined
  }
}

/** Throws instead of returning NaN, which would pass every comparison. */
function timeOf(text: string): number {
  const time = readTime(text)
  if (time === undefined) throw new TypeError('Not a time')
  return time
}

/** Loaded per family, so that a server runs only what its visitors use. */
const loadVerifier: Readonly<Record<Namespace, () => Promise<Verifier>>> = {
  eip155: async () => (await import('../verifiers/eip155.js')).verifyEip155,
  solana: async () => (await import('../verifiers/solana.js')).verifySolana,
  bip122: async () => (await import('../verifiers/bip122.js')).verifyBip122,
  polkadot: async () => (await import('../verifiers/polkadot.js')).verifyPolkadot,
  cosmos: async () => (await import('../verifiers/cosmos.js')).verifyCosmos,
}

async function checkSignature(
  message: SiwxMessage,
  { message: text, signature, rpc, signal }: VerifyOptions,
): Promise<RefusalReason | undefined> {
  const verifySignature = await loadVerifier[namespaceOf(message.chainId)]()
  const readChain = createChainReader(rpc, message.chainId, signal)
  const outcome = await verifySignature({ message, text, signature, readChain })
  signal?.throwIfAborted()
  if (outcome === 'valid') return undefined
  if (outcome === 'invalid') return 'wrong-signature'
  return readChain ? 'rpc-unavailable' : 'rpc-required'
}
