import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import type { VerifyFailureReason } from '../../core/runtime/errors/siwxSession.js'
import { checkMessage } from '../checkMessage.js'
import { loadVerifier } from '../verifiers/loadVerifier.js'
import { createChainReader, type RpcAddresses } from '../verifiers/readChain.js'

export type VerifyFailure = { readonly ok: false; readonly reason: VerifyFailureReason }

export type ParsedMessage = { readonly ok: true; readonly message: SiwxMessage } | VerifyFailure

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
  /** Reads texts of another form. By default EIP-4361 and CAIP-122, the only forms of the widget. */
  readonly parse?: ((text: string) => SiwxMessage | undefined) | undefined
  /** The current time. Defaults to the system clock. */
  readonly now?: Date | undefined
  readonly signal?: AbortSignal | undefined
}

/** Reads a sign-in message (EIP-4361, CAIP-122) without verifying anything. */
export function parseMessage(text: string): ParsedMessage {
  return parseText(text, parseSiwxMessage)
}

function parseText(text: string, parse: NonNullable<VerifyOptions['parse']>): ParsedMessage {
  // A request's body may contain anything.
  const message = typeof text === 'string' ? parse(text) : undefined
  return message ? { ok: true, message } : { ok: false, reason: 'malformed' }
}

/**
 * Verifies that an account signed in to this site, now, with this nonce. A rejected sign-in does not
 * throw: the result contains the reason.
 */
export async function verify(options: VerifyOptions): Promise<Verified | VerifyFailure> {
  const parsed = parseText(options.message, options.parse ?? parseSiwxMessage)
  if (!parsed.ok) return parsed
  const { message } = parsed
  const reason = checkFields(message, options) ?? (await checkSignature(message, options))
  if (reason) return { ok: false, reason }
  return { ok: true, address: message.accountAddress, chainId: message.chainId, message }
}

function checkFields(
  message: SiwxMessage,
  options: VerifyOptions,
): VerifyFailureReason | undefined {
  const { domain, uri, chainId, nonce, now = new Date() } = options
  const reason = checkMessage(message, { domain, uri, chainId, now: now.getTime() })
  return reason ?? (message.nonce === nonce ? undefined : 'wrong-nonce')
}

async function checkSignature(
  message: SiwxMessage,
  { message: text, signature, rpc, signal }: VerifyOptions,
): Promise<VerifyFailureReason | undefined> {
  if (typeof signature !== 'string') return 'wrong-signature'
  const verifySignature = await loadVerifier[namespaceOf(message.chainId)]()
  const readChain = createChainReader(rpc, message.chainId, signal)
  const outcome = await verifySignature({ message, text, signature, readChain })
  signal?.throwIfAborted()
  if (outcome === 'valid') return undefined
  if (outcome === 'invalid') return 'wrong-signature'
  return readChain ? 'rpc-unavailable' : 'rpc-required'
}
