import { parseUrl } from '@latchkey/wire/parseUrl'
import { type Hex, verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { IdentityError } from '../createIdentityProvider.js'

/** A message signed by the Farcaster app. */
export type SignedMessage = { readonly message: string; readonly signature: Hex }

export type ExpectedMessage = {
  /** The host and the URL of the login site. */
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  /** When it was requested and received, in milliseconds. */
  readonly since: number
  readonly now: number
}

/** Farcaster's id registry is on Optimism. */
const optimismChainId = 10
const clockToleranceMs = 60_000
/** The statement of the standard, and the one of older apps. */
const knownStatements = new Set(['Farcaster Auth', 'Farcaster Connect'])
const fidPattern = /^farcaster:\/\/fid\/([1-9]\d{0,18})$/

/**
 * The Farcaster id of the signer. Throws an IdentityError unless the message was made for this log-
 * in.
 */
export async function verifySignIn(
  { message, signature }: SignedMessage,
  expected: ExpectedMessage,
  /** The Farcaster id that an address owns; 0 for none. */
  readFid: (owner: `0x${string}`) => Promise<bigint>,
): Promise<bigint> {
  const signed = parseSiweMessage(message)
  const { address, issuedAt, resources = [] } = signed
  const fids = resources.flatMap((resource) => fidPattern.exec(resource)?.[1] ?? [])
  const [fid] = fids
  const problems = [
    signed.domain !== expected.domain && 'domain',
    !isSameUrl(signed.uri, expected.uri) && 'uri',
    signed.nonce !== expected.nonce && 'nonce',
    signed.version !== '1' && 'version',
    signed.chainId !== optimismChainId && 'chain',
    !knownStatements.has(signed.statement ?? '') && 'statement',
    fids.length !== 1 && 'fid',
    !isInTime(expected, signed) && 'time',
  ].filter((problem) => problem !== false)
  if (problems.length > 0 || !address || !issuedAt || fid === undefined) {
    throw new IdentityError('invalid', `The message is not valid: ${problems.join(', ')}.`)
  }
  const isSigned = await verifyMessage({ address, message, signature }).catch(() => false)
  if (!isSigned) throw new IdentityError('invalid', 'The signature is by another address.')
  if ((await readFid(address)) !== BigInt(fid)) {
    throw new IdentityError('invalid', 'The address does not own this Farcaster id.')
  }
  return BigInt(fid)
}

/** A trailing slash does not matter. */
function isSameUrl(one: string | undefined, other: string): boolean {
  return one !== undefined && parseUrl(one)?.href === new URL(other).href
}

type Times = {
  readonly issuedAt?: Date | undefined
  readonly notBefore?: Date | undefined
  readonly expirationTime?: Date | undefined
}

function isInTime(
  { since, now }: ExpectedMessage,
  { issuedAt, notBefore, expirationTime }: Times,
): boolean {
  const issuedMs = issuedAt?.getTime() ?? Number.NaN
  const isFresh = issuedMs >= since - clockToleranceMs && issuedMs <= now + clockToleranceMs
  const isStarted = notBefore === undefined || notBefore.getTime() <= now + clockToleranceMs
  const isExpired = expirationTime !== undefined && !(expirationTime.getTime() > now)
  return isFresh && isStarted && !isExpired
}
