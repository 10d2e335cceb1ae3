import { randomInt } from 'node:crypto'
import type { LoginParts } from '../LoginParts.js'
import type { Flow } from '../session/flows.js'
import { loginError } from '../session/loginError.js'
import { isSameNumber } from '../site/numberPage.js'

const attemptRules = [{ max: 3, withinMs: 3_600_000 }]

/** Shown on a page of the login site, typed in the frame that started the log-in. */
export function createMatchNumber(): string {
  return String(randomInt(0, 10_000)).padStart(4, '0')
}

/** Throws `number-wrong`; ends the flow after too many attempts. */
export async function assertNumberMatches(
  { limits, flows }: Pick<LoginParts, 'limits' | 'flows'>,
  flow: Flow,
  typed: string,
  shown: string | undefined,
): Promise<void> {
  const result = await limits.take([{ kind: 'match-number', key: flow.id, rules: attemptRules }])
  if (!result.isAllowed) {
    const details = { reason: 'number-wrong' }
    await flows.transition(flow, { from: flow.state, to: 'failed', details })
    throw loginError('login-failed')
  }
  if (shown === undefined || !isSameNumber(typed, shown)) throw loginError('number-wrong')
}
