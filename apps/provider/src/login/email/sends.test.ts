import { expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import { createHandClock } from '../../testing/handClock.js'
import type { Limits } from '../limits.js'
import { createSends } from './sends.js'

it('a project above its figure raises an alarm once a minute and is not held up', async () => {
  const clock = createHandClock()
  const log: LogLine[] = []
  const take: Limits['take'] = async ([first]) =>
    first?.kind === 'email-sends-project'
      ? { isAllowed: false, retryAfterMs: 1, kind: first.kind }
      : { isAllowed: true, giveBack: async () => {} }
  const limits = { take } as Limits
  const sends = createSends({ limits, clock, log: (line) => log.push(line) })
  const wanted = { address: 'ann@people.example', network: undefined, projectId: 'busy' }
  for (let ask = 0; ask < 5; ask += 1) {
    expect((await sends.ask(wanted)).isAllowed).toBe(true)
    clock.advance(30_000)
  }
  expect(log.map(({ event }) => event)).toEqual(Array(3).fill('many-login-mails'))
  expect(JSON.stringify(log)).not.toContain('ann')
})
