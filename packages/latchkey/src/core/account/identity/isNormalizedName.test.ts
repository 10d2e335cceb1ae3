import { ens_normalize } from '@adraffy/ens-normalize'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isNormalizedName } from './identity.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

it.each(['alice.eth', 'a-b.reown.id', 'old.wcn.id', '_dmarc.eth', '🦊.eth', 'mañana.eth'])(
  'accepts %s',
  async (name) => expect(await isNormalizedName(name)).toBe(true),
)

it.each([
  ['upper case', 'Alice.eth'],
  ['a letter of another script', 'аlice.eth'],
  ['mixed scripts', 'aliсe.eth'],
  ['a direction override', 'alice\u202e.eth'],
  ['an invisible character', 'ali\u200bce.eth'],
  ['a control character', 'ali\u0007ce.eth'],
  ['a space', 'ali ce.eth'],
  ['punycode', 'xn--80ak6aa92e.eth'],
  ['an empty label', 'alice..eth'],
  ['no top-level label', 'alice'],
  ['no characters', ''],
  ['too many characters', `${'a'.repeat(300)}.eth`],
])('rejects a name with %s', async (_, name) => {
  expect(await isNormalizedName(name)).toBe(false)
})

it('agrees with the ENSIP-15 tables on ASCII names', async () => {
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
