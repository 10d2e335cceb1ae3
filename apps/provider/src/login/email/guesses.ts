import type { Clock } from '../../clock.js'
import type { Log } from '../../log.js'
import { type Limits, limitedNetwork } from '../limits.js'
import { loginRefusal } from '../loginRefusal.js'
import { createAlarm } from './alarm.js'
import type { Codes } from './codes.js'
import type { EmailDetails } from './emailFlow.js'
import {
  FAILURES_IN_A_ROW,
  FAILURES_PER_ADDRESS,
  FAILURES_PER_NETWORK,
  FAILURES_PER_PROJECT,
  TRIES_PER_CODE,
} from './limits.js'

export interface Guesses {
  /**
   * Returns when the code is right and refuses otherwise. The address is what counts, whichever
   * project, purpose or code the guess was for: a new code resets nothing.
   */
  check(
    details: EmailDetails,
    guess: string,
    from: { readonly network: string | undefined; readonly projectId: string },
  ): Promise<void>
  /** So many wrong codes in a row that no code counts any more. */
  isStopped(address: string): Promise<boolean>
  /** Somebody who reads the mails has shown it by a link, which cannot be guessed. */
  restart(address: string): Promise<void>
}

const STREAK = 'email-failures'

export function createGuesses({
  limits,
  codes,
  clock,
  log,
}: {
  readonly limits: Limits
  readonly codes: Codes
  readonly clock: Clock
  readonly log: Log
}): Guesses {
  const alarm = createAlarm({ clock, log })
  const isStopped = async (address: string) =>
    (await limits.streak({ kind: STREAK, key: address })) >= FAILURES_IN_A_ROW
  const restart = (address: string) => limits.endStreak({ kind: STREAK, key: address })

  return {
    isStopped,
    restart,
    async check({ address, code }, guess, { network, projectId }) {
      if (!code || code.codeExpiresAt <= clock.now()) throw loginRefusal('code-expired')
      if (await isStopped(address)) throw loginRefusal('too-many')
      // Taken before the guess is looked at, so that many at once are no more than many in a row.
      const tries = await limits.take([
        { kind: 'email-tries', key: code.codeId, rules: TRIES_PER_CODE },
        { kind: 'email-failures', key: address, rules: FAILURES_PER_ADDRESS },
        { kind: 'email-failures-project', key: projectId, rules: FAILURES_PER_PROJECT },
        ...(network === undefined
          ? []
          : [
              {
                kind: 'email-failures-network',
                key: limitedNetwork(network),
                rules: FAILURES_PER_NETWORK,
              },
            ]),
      ])
      if (!tries.isAllowed) {
        if (tries.kind === 'email-tries') throw loginRefusal('code-expired')
        alarm({ level: 'warn', event: 'login-codes-refused', reason: tries.kind })
        throw loginRefusal('too-many', tries)
      }
      if (!codes.isRight(code, guess)) {
        await limits.addToStreak({ kind: STREAK, key: address })
        throw loginRefusal('code-wrong')
      }
      await tries.giveBack()
      await restart(address)
    },
  }
}
