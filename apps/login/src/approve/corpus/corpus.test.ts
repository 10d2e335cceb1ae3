import { describe, expect, test } from 'vitest'
import { assessRisk } from '../assessRisk.js'
import { explain } from '../explain.js'
import { callDrainers } from './calls.fixture.js'
import { honest } from './honest.fixture.js'
import { messageDrainers } from './messages.fixture.js'
import { facts, origin, type Sample } from './sample.fixture.js'
import { solanaDrainers } from './solana.fixture.js'
import { typedDataDrainers } from './typedData.fixture.js'

/** What the card of a request shows: its dangers, or that it is rejected. */
function shownFor(sample: Sample): readonly string[] {
  const { action, known, simulation } = sample
  const { chainId, account } = action
  const explanation = explain(action, origin, known)
  const coin = chainId.startsWith('solana:')
    ? { symbol: 'SOL', decimals: 9 }
    : { symbol: 'ETH', decimals: 18 }
  const fee = sample.fee ?? explanation.fee
  const found = assessRisk(explanation, {
    facts: facts(sample),
    chainId,
    account,
    coin,
    fee,
    simulation,
  })
  return explanation.block ? ['blocked', ...found] : found
}

const drainers = [...callDrainers, ...typedDataDrainers, ...messageDrainers, ...solanaDrainers]

describe('corpus', () => {
  test('shows the danger of every drainer', () => {
    expect(drainers.length).toBeGreaterThanOrEqual(300)
    const missed = drainers
      .map((sample) => ({ name: sample.name, danger: sample.danger, shown: shownFor(sample) }))
      .filter(({ danger, shown }) => !shown.includes(danger))
    expect(missed).toEqual([])
  })

  test('flags at most three honest requests', () => {
    expect(honest.length).toBeGreaterThanOrEqual(300)
    const flagged = honest
      .map((sample) => ({ name: sample.name, shown: shownFor(sample) }))
      .filter(({ shown }) => shown.length > 0)
    expect(flagged.map(({ name, shown }) => `${name}: ${shown}`)).toHaveLength(3)
  })

  test('names every sample once', () => {
    const names = [...drainers, ...honest].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
