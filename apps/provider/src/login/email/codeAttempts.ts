import type { Clock } from '../../clock.js'
import { type Counted, type Limits, limitedNetwork } from '../session/limits.js'
import { loginRefusal } from '../session/loginRefusal.js'
import type { Alarm } from './alarm.js'
import type { Codes } from './codes.js'
import type { EmailDetails } from './emailFlow.js'
import {
  FAILURES,
  FAILURES_IN_A_ROW,
  FAILURES_PER_NETWORK,
  LONG_CODE,
  SHORT_CODE,
  SHORT_FAILURES,
  TRIES_PER_CODE,
} from './limits.js'
import type { ProjectLoad } from './projectLoad.js'

/**
 * Whose attempts count together. `knownAs` names a known device, a session or a followed link; without
 * it everybody else who tries this address counts together, and never against those.
 */
export type AttemptOwner = { readonly address: string; readonly knownAs: string | undefined }

export interface CodeAttempts {
  /**
   * Returns when the code is right and refuses otherwise. Attempts at one address add up whichever
   * project, purpose or code they are for: a new code resets nothing.
   */
  check(
    details: Pick<EmailDetails, 'address' | 'code'>,
    guess: string,
    from: {
      readonly knownAs: string | undefined
      readonly network: string | undefined
      readonly projectId: string
    },
  ): Promise<void>
  /** How many digits the next code needs, given the project's load where that counts. */
  codeLength(owner: AttemptOwner, loadLevel?: number): Promise<number>
  /** So many wrong codes in a row that no code counts any more. */
  isStopped(owner: AttemptOwner): Promise<boolean>
  /** For a person who has proven otherwise that they read the mailbox. */
  restart(address: string): Promise<void>
}

const STREAKS = { unknown: 'email-failures', known: 'email-failures-known' } as const

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
  const streakOf = ({ address, knownAs }: AttemptOwner) => ({
    kind: STREAKS[knownAs === undefined ? 'unknown' : 'known'],
    key: address,
  })
  const isStopped = async (owner: AttemptOwner) =>
    (await limits.streak(streakOf(owner))) >= FAILURES_IN_A_ROW

  async function restart(address: string): Promise<void> {
    for (const kind of Object.values(STREAKS)) await limits.endStreak({ kind, key: address })
  }

  return {
    isStopped,
    restart,
    async codeLength(owner, loadLevel = 0) {
      const isGuessed = await limits.isFull(shortFailures(owner))
      return isGuessed || loadLevel > 0 ? LONG_CODE : SHORT_CODE
    },
    async check({ address, code }, guess, { knownAs, network, projectId }) {
      const owner = { address, knownAs }
      if (!code || code.codeExpiresAt <= clock.now()) throw loginRefusal('code-expired')
      if (await isStopped(owner)) throw loginRefusal('too-many')
      const short = shortFailures(owner)
      // Taken before the guess is looked at, so that many at once are no more than many in a row.
      const tries = await limits.take([
        { kind: 'email-tries', key: code.codeId, rules: TRIES_PER_CODE },
        allFailures(owner),
        ...(code.codeLength < LONG_CODE ? [short] : []),
        ...(network === undefined || knownAs !== undefined ? [] : [networkFailures(network)]),
      ])
      if (!tries.isAllowed) {
        // The next code is a longer one, which counts.
        const isReplaceable = tries.kind === 'email-tries' || tries.kind === short.kind
        if (isReplaceable) throw loginRefusal('code-expired')
        alarm.raise({ level: 'warn', event: 'login-codes-refused', reason: tries.kind })
        throw loginRefusal('too-many', tries)
      }
      if (!codes.isRight(code, guess)) {
        await limits.addToStreak(streakOf(owner))
        if (knownAs === undefined) await load.add('email-wrong-codes', projectId)
        throw loginRefusal('code-wrong')
      }
      await tries.giveBack()
      await restart(address)
    },
  }
}

function shortFailures({ address, knownAs }: AttemptOwner): Counted {
  return knownAs === undefined
    ? { kind: 'email-failures-short', key: address, rules: SHORT_FAILURES.unknown }
    : { kind: 'email-failures-short-known', key: address, rules: SHORT_FAILURES.known }
}

function allFailures({ address, knownAs }: AttemptOwner): Counted {
  return knownAs === undefined
    ? { kind: 'email-failures', key: address, rules: FAILURES }
    : { kind: 'email-failures-known', key: `${knownAs} ${address}`, rules: FAILURES }
}

function networkFailures(network: string): Counted {
  const key = limitedNetwork(network)
  return { kind: 'email-failures-network', key, rules: FAILURES_PER_NETWORK }
}
