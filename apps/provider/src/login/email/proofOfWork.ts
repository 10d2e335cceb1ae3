import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hasLeadingZeroBits, type WorkProof, workMessage } from '@latchkey/wire/login/work'
import type { Clock } from '../../clock.js'
import type { Limits } from '../session/limits.js'
import { maxLevel } from './projectLoad.js'

/** A proof of work is valid for one log-in with this address. */
export type WorkScope = { readonly projectId: string; readonly address: string }

/** Challenges carry their own data under a MAC, so none are stored. */
export type ProofOfWork = {
  issue(
    scope: WorkScope,
    level: number,
  ): {
    readonly challenge: string
    readonly bits: number
  }
  /** True once per challenge, for a correct proof in time. */
  spend(scope: WorkScope, proof: WorkProof): Promise<boolean>
}

/** A quarter of a million hashes: a few seconds on a phone. */
const maxBits = 18
const challengeLifetimeMs = 5 * 60_000

export function createProofOfWork({
  hashKey,
  limits,
  clock,
}: {
  readonly hashKey: Buffer
  readonly limits: Limits
  readonly clock: Clock
}): ProofOfWork {
  const computeMac = (terms: string, { projectId, address }: WorkScope) =>
    createHmac('sha256', hashKey)
      .update(`email-work ${terms} ${projectId} ${address}`)
      .digest('hex')
      .slice(0, 32)

  /** The required bits; undefined unless the challenge is ours, for this scope and not expired. */
  function verifyChallenge(challenge: string, scope: WorkScope): number | undefined {
    const at = challenge.lastIndexOf('.')
    const [terms, mac] = [challenge.slice(0, at), challenge.slice(at + 1)]
    const own = Buffer.from(computeMac(terms, scope))
    const presented = Buffer.from(mac)
    if (own.length !== presented.length || !timingSafeEqual(own, presented)) return undefined
    const [bits, expiresAt] = terms.split('.').map(Number)
    return (expiresAt ?? 0) > clock.now() ? bits : undefined
  }

  return {
    issue(scope, level) {
      const bits = maxBits - maxLevel + Math.min(level, maxLevel)
      const terms = `${bits}.${clock.now() + challengeLifetimeMs}.${randomBytes(16).toString('hex')}`
      return { challenge: `${terms}.${computeMac(terms, scope)}`, bits }
    },
    async spend(scope, { challenge, nonce }) {
      const bits = verifyChallenge(challenge, scope)
      if (bits === undefined) return false
      const seed = createHash('sha256').update(challenge).digest()
      const digest = createHash('sha256').update(workMessage(seed, nonce)).digest()
      if (!hasLeadingZeroBits(digest, bits)) return false
      const { isAllowed } = await limits.take([
        { kind: 'email-work', key: challenge, rules: [{ max: 1, withinMs: challengeLifetimeMs }] },
      ])
      return isAllowed
    },
  }
}
