import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { CODE_LIFE_MS } from './limits.js'

/** What is kept of a code: enough to know it again, not enough to find it out without the key. */
export type StoredCode = {
  readonly codeId: string
  readonly codeLength: number
  /** HMAC-SHA-256, in base64. */
  readonly codeDigest: string
  /** Milliseconds since the epoch. */
  readonly codeExpiresAt: number
}

export interface Codes {
  make(now: number, codeLength: number): { readonly code: string; readonly stored: StoredCode }
  /** Takes the same time for every guess. */
  isRight(stored: StoredCode, guess: string): boolean
}

export function createCodes(hashKey: Buffer): Codes {
  const digest = (codeId: string, code: string) =>
    createHmac('sha256', hashKey).update(`email-code ${codeId} ${code}`).digest()
  return {
    make(now, codeLength) {
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      const codeId = randomUUID()
      return {
        code,
        stored: {
          codeId,
          codeLength,
          codeDigest: digest(codeId, code).toString('base64'),
          codeExpiresAt: now + CODE_LIFE_MS,
        },
      }
    },
    isRight({ codeId, codeDigest }, guess) {
      const kept = Buffer.from(codeDigest, 'base64')
      const shown = digest(codeId, guess)
      return kept.length === shown.length && timingSafeEqual(kept, shown)
    },
  }
}
