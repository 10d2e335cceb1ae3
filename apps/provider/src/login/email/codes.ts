import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { codeLifetimeMs } from './emailLimits.js'

/** The stored form of a code, which reveals nothing without the key. */
export type StoredCode = {
  readonly codeId: string
  readonly codeLength: number
  /** HMAC-SHA-256, in base64. */
  readonly codeDigest: string
  /** Milliseconds since the epoch. */
  readonly codeExpiresAt: number
}

export type Codes = {
  create(
    now: number,
    codeLength: number,
    lifetimeMs?: number,
  ): { readonly code: string; readonly stored: StoredCode }
  /** Constant-time. */
  isCorrect(stored: Pick<StoredCode, 'codeId' | 'codeDigest'>, typedCode: string): boolean
}

export function createCodes(hashKey: Buffer): Codes {
  const digest = (codeId: string, code: string) =>
    createHmac('sha256', hashKey).update(`email-code ${codeId} ${code}`).digest()
  return {
    create(now, codeLength, lifetimeMs = codeLifetimeMs) {
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      const codeId = randomUUID()
      return {
        code,
        stored: {
          codeId,
          codeLength,
          codeDigest: digest(codeId, code).toString('base64'),
          codeExpiresAt: now + lifetimeMs,
        },
      }
    },
    isCorrect({ codeId, codeDigest }, typedCode) {
      const expected = Buffer.from(codeDigest, 'base64')
      const actual = digest(codeId, typedCode)
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}
