import { expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import { createManualClock } from '../../testing/manualClock.js'
import type { Limits } from '../session/limits.js'
import { createAlarm } from './alarm.js'
import { createProjectLoad } from './projectLoad.js'
import { createProofOfWork } from './proofOfWork.js'

const scope = { projectId: 'shop', address: 'ann@people.example' }

function createLoad() {
  const clock = createManualClock()
  const log: LogLine[] = []
  const counted = { 'email-starts-project': 0, 'email-wrong-codes-project': 0 }
  const limits = {
    count: async ({ kind }, { max }) => Math.min(max, counted[kind as keyof typeof counted]),
  } as Limits
  const alarm = createAlarm({ clock, log: (line) => log.push(line) })
  const load = createProjectLoad({ limits, alarm, ceiling: 1_000 })
  const work = createProofOfWork({ hashKey: Buffer.alloc(32, 7), limits, clock })
  return { clock, log, counted, alarm, load, work }
}

it('requires one more bit of work each time the load doubles, up to a limit', async () => {
  const { counted, load, work } = createLoad()
  const found: (number | undefined)[] = []
  for (const count of [0, 999, 1_000, 1_999, 2_000, 4_000, 8_000, 1_000_000]) {
    counted['email-starts-project'] = count
    const level = await load.readLevel('shop')
    found.push(level === 0 ? undefined : work.issue(scope, level).bits)
  }
  expect(found).toEqual([undefined, undefined, 15, 15, 16, 17, 18, 18])
})

it('uses started log-ins or wrong codes, whichever are more', async () => {
  const { counted, load } = createLoad()
  counted['email-wrong-codes-project'] = 2_500
  counted['email-starts-project'] = 1_000
  expect(await load.readLevel('shop')).toBe(2)
})

it('raises an alarm that is logged once a minute and counted every time', async () => {
  const { clock, log, counted, alarm, load } = createLoad()
  counted['email-starts-project'] = 1_000
  for (let look = 0; look < 5; look += 1) {
    await load.readLevel('shop')
    clock.advance(30_000)
  }
  const line = { level: 'error', event: 'project-under-load', reason: 'email-starts' }
  expect(log).toEqual([line, line, line])
  expect(alarm.render()).toContain(
    'latchkey_login_alarms_total{event="project-under-load",reason="email-starts"} 5',
  )
})
