import { readTime, type SiwxMessage } from '@latchkey/wire/siwx'
import type { VerifyFailureReason } from '../core/runtime/errors/siwxSession.js'

export type MessageExpectations = {
  readonly domain: string | readonly string[]
  /** By default, any URI on the message's domain. */
  readonly uri?: string | undefined
  readonly chainId?: string | readonly string[] | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** How far a visitor's clock may be ahead (milliseconds). */
const clockDifference = 5 * 60_000

/** Checks every field except the nonce, which only a server can know. */
export function checkMessage(
  message: SiwxMessage,
  expected: MessageExpectations,
): VerifyFailureReason | undefined {
  const { version, domain, uri, chainId } = message
  const isExpected = (value: string, accepted: string | readonly string[]) =>
    typeof accepted === 'string' ? value === accepted : accepted.includes(value)
  if (version !== '1') return 'wrong-version'
  if (!isExpected(domain, expected.domain)) return 'wrong-domain'
  if (expected.uri === undefined ? hostOf(uri) !== domain : uri !== expected.uri) return 'wrong-uri'
  if (expected.chainId !== undefined && !isExpected(chainId, expected.chainId)) return 'wrong-chain'
  return checkTimes(message, expected.now)
}

/** Whether a message is valid at a time (milliseconds since the epoch). */
export function checkTimes(
  { expirationTime, notBefore, issuedAt }: SiwxMessage,
  now: number,
): VerifyFailureReason | undefined {
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
