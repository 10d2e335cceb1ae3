import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { rejectionReasons } from '@latchkey/wire/login/permissions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scenario } from './permissionScenario.fixture.js'
import { openStage, type Stage } from './permissionStage.fixture.js'
import { playScenario, type Tally } from './playScenario.fixture.js'

/** In each of four parts. A scenario has about 40 operations, grants and revocations. */
const scenarios = process.env.THOROUGH === 'true' ? 140 : 14

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.stop())

it.each([1, 2, 3, 4])(
  'does exactly what the specification says, in random scenarios, part %i',
  async (part) => {
    const { SessionAccount } = (await compileContracts()).contracts
    const tally: Tally = {
      grants: 0,
      operations: 0,
      calls: 0,
      made: 0,
      revocations: 0,
      rejections: {},
    }
    let salt = BigInt(part) << 64n
    await fc.assert(
      fc.asyncProperty(scenario, async (periods) => {
        salt += 1n
        await playScenario(stage, SessionAccount?.abi ?? [], periods, salt, tally)
      }),
      { numRuns: scenarios, seed: part },
    )
    // Thoroughly, more than 20,000 in all parts.
    const steps = tally.grants + tally.operations + tally.revocations
    expect(steps).toBeGreaterThan(36 * scenarios)
    // Enough was permitted, and for every reason enough was not.
    expect(tally.made).toBeGreaterThan(tally.operations / 10)
    for (const reason of rejectionReasons) {
      expect(tally.rejections[reason], reason).toBeGreaterThan(0)
    }
  },
)
