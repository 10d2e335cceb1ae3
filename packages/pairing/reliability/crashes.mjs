/**
 * Crashes a client at every step of receiving every kind of message, in both roles, and restarts it
 * from its storage. A message without an effect is lost; one with several effects is a duplicate.
 *
 *   node reliability/crashes.mjs --rounds 200 --minutes 30
 */
import { print, readFlags } from './figures.mjs'
import { nodeCurves } from './nodeCurves.mjs'
import { loadSource } from './source.mjs'

const { CRASH_MESSAGES, CRASH_STEPS, crash } = await loadSource(
  'fixtures/crashes.ts',
  'fixtures/mortalDevice.ts',
)

const flags = readFlags({ rounds: 200, minutes: 30 })
const totals = { crashes: 0, missed: 0, lost: 0, duplicates: 0 }
const messages = Object.entries(CRASH_MESSAGES)
const ofRole = (wanted) => messages.filter(([, { role }]) => role === wanted).map(([name]) => name)
const roles = { dapp: ofRole('dapp'), wallet: ofRole('wallet') }

let round = 0
while (round < flags.rounds && performance.now() < flags.minutes * 60_000) {
  for (const step of CRASH_STEPS) {
    for (const kinds of Object.values(roles)) {
      const message = kinds[round % kinds.length]
      const { crashed, handled } = await crash(message, step, nodeCurves)
      if (crashed) totals.crashes += 1
      else totals.missed += 1
      if (handled === 0) totals.lost += 1
      else if (handled !== 1) totals.duplicates += 1
      if (!crashed || handled !== 1) console.error({ message, step, crashed, handled })
    }
  }
  round += 1
}
print({
  'rounds, each step in both roles': round,
  crashes: totals.crashes,
  'steps not reached': totals.missed,
  'messages lost': totals.lost,
  'messages handled twice': totals.duplicates,
})
process.exitCode = totals.missed + totals.lost + totals.duplicates === 0 ? 0 : 1
