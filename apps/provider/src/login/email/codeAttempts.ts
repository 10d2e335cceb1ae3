import type { Clock } from '../../clock.js'
import { type Limit, type Limits, toNetworkKey } from '../session/limits.js'
import { loginError } from '../session/loginError.js'
import type { Alarm } from './alarm.js'
import type { Codes } from './codes.js'
import type { EmailDetails } from './emailFlow.js'
import {
  attemptsPerCode,
  failureRules,
  failuresPerNetwork,
  longCodeLength,
  maxFailuresInARow,
  shortCodeFailureRules,
  shortCodeLength,
} from './emailLimits.js'
import type { ProjectLoad } from './projectLoad.js'

/**
 * Whose attempts count together. `knownAs` names a known device, a session or a followed link; all
 * other callers count together, separately from those.
 */
export type AttemptOwner = { readonly address: string; readonly knownAs: string | undefined }

export type CodeAttempts = {
  /**
   * Throws unless the code is correct. Attempts at one address add up over all projects, purposes
   * and codes: a new code resets nothing.
   */
  check(
    details: Pick<EmailDetails, 'address' | 'code'>,
    typedCode: string,
    from: {
      readonly knownAs: string | undefined
      readonly network: string | undefined
      readonly projectId: string
    },
  ): Promise<void>
  /** Digits of the next code: more after wrong codes, or under load. */
  readCodeLength(owner: AttemptOwner, loadLevel?: number): Promise<number>
  /** After too many wrong codes in a row, no code is accepted any more. */
  isLocked(owner: AttemptOwner): Promise<boolean>
  /** After another proof that the person reads the mailbox. */
  reset(address: string): Promise<void>
}

const streakKinds = { unknown: 'email-failures', known: 'email-failures-known' } as const

export function createCodeAttempts({
  limits,
  codes,
  clock,
  alarm,
  load,
}: {
  readonly limits: Limits
  readonly codes: Codes
  readonly clock: Clock
  readonly alarm: Alarm
  readonly load: ProjectLoad
}): CodeAttempts {
  const toStreakKey = ({ address, knownAs }: AttemptOwner) => ({
    kind: streakKinds[knownAs === undefined ? 'unknown' : 'known'],
    key: address,
  })
  const isLocked = async (owner: AttemptOwner) =>
    (await limits.readStreak(toStreakKey(owner))) >= maxFailuresInARow

  async function reset(address: string): Promise<void> {
    for (const kind of Object.values(streakKinds)) await limits.resetStreak({ kind, key: address })
  }

  return {
    isLocked,
    reset,
    async readCodeLength(owner, loadLevel = 0) {
      const isUnderAttack = await limits.isFull(shortCodeFailures(owner))
      return isUnderAttack || loadLevel > 0 ? longCodeLength : shortCodeLength
    },
    async check({ address, code }, typedCode, { knownAs, network, projectId }) {
      const owner = { address, knownAs }
      if (!code || code.codeExpiresAt <= clock.now()) throw loginError('code-expired')
      if (await isLocked(owner)) throw loginError('too-many')
      const short = shortCodeFailures(owner)
      // Counted before the code is checked, so that concurrent attempts are counted too.
      const attempt = await limits.take([
        { kind: 'email-tries', key: code.codeId, rules: attemptsPerCode },
        allFailures(owner),
        ...(code.codeLength < longCodeLength ? [short] : []),
        ...(network === undefined || knownAs !== undefined ? [] : [networkFailures(network)]),
      ])
      if (!attempt.isAllowed) {
        // The next code is longer and is accepted.
        const isReplaceable = attempt.kind === 'email-tries' || attempt.kind === short.kind
        if (isReplaceable) throw loginError('code-expired')
        alarm.raise({ level: 'warn', event: 'login-codes-rejected', reason: attempt.kind })
        throw loginError('too-many', attempt)
      }
      if (!codes.isCorrect(code, typedCode)) {
        await limits.addToStreak(toStreakKey(owner))
        if (knownAs === undefined) await load.add('email-wrong-codes', projectId)
        throw loginError('code-wrong')
      }
      await attempt.refund()
      await reset(address)
    },
  }
}

function shortCodeFailures({ address, knownAs }: AttemptOwner): Limit {
  return knownAs === undefined
    ? { kind: 'email-failures-short', key: address, rules: shortCodeFailureRules.unknown }
    : { kind: 'email-failures-short-known', key: address, rules: shortCodeFailureRules.known }
}

function allFailures({ address, knownAs }: AttemptOwner): Limit {
  return knownAs === undefined
    ? { kind: 'email-failures', key: address, rules: failureRules }
    : { kind: 'email-failures-known', key: `${knownAs} ${address}`, rules: failureRules }
}

function networkFailures(network: string): Limit {
  const key = toNetworkKey(network)
  return { kind: 'email-failures-network', key, rules: failuresPerNetwork }
}
