import { ens_normalize } from '@adraffy/ens-normalize'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isNormalizedName } from './identity.js'

// Many cases on a busy machine take their time.
vi.setConfig({ testTimeout: 60_000 })

it.each(['alice.eth', 'a-b.reown.id', 'old.wcn.id', '_dmarc.eth', '🦊.eth', 'mañana.eth'])(
  'takes %s',
  async (name) => expect(await isNormalizedName(name)).toBe(true),
)

it.each([
  ['another case', 'Alice.eth'],
  ['another script for a letter', 'аlice.eth'],
  ['a mixture of scripts', 'aliсe.eth'],
  ['a change of direction', 'alice\u202e.eth'],
  ['an invisible character', 'ali\u200bce.eth'],
  ['a control character', 'ali\u0007ce.eth'],
  ['a space', 'ali ce.eth'],
  ['an encoding of other letters', 'xn--80ak6aa92e.eth'],
  ['an empty part', 'alice..eth'],
  ['no ending', 'alice'],
  ['nothing', ''],
  ['no end', `${'a'.repeat(300)}.eth`],
])('does not take a name with %s', async (_, name) => {
  expect(await isNormalizedName(name)).toBe(false)
})

it('judges plain letters as the tables do', async () => {
  const label = fc.string({ unit: fc.constantFrom(...'abz09-_$.AB !\'"'), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(label, async (text) => {
      const name = `${text}.eth`
      expect(await isNormalizedName(name)).toBe(isNormal(name))
    }),
    { numRuns: 2_000 },
  )
})

function isNormal(name: string): boolean {
  try {
    return ens_normalize(name) === name
  } catch {
    return false
  }
}
