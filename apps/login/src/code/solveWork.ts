import { hasLeadingZeroBits, type WorkProof, workMessage } from '@latchkey/wire/login/work'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { LoginError } from '../loginError.js'

/** Short enough to keep the screen responsive on a slow phone. */
const batch = 2_000
const limit = 30_000

/** Finds the number that solves a challenge. Rejects with the signal's reason or on a timeout. */
export async function solveWork(
  { challenge, bits }: { readonly challenge: string; readonly bits: number },
  {
    signal,
    now,
    pause,
  }: {
    readonly signal: AbortSignal
    now(): number
    pause(ms: number, signal: AbortSignal): Promise<void>
  },
): Promise<WorkProof> {
  const seed = sha256(utf8ToBytes(challenge))
  const until = now() + limit
  for (let nonce = 0; ; nonce += 1) {
    if (hasLeadingZeroBits(sha256(workMessage(seed, nonce)), bits)) return { challenge, nonce }
    if (nonce % batch !== batch - 1) continue
    if (now() >= until) {
      throw new LoginError({ code: 'busy', message: 'This took too long. Please try again' })
    }
    await pause(0, signal)
  }
}
