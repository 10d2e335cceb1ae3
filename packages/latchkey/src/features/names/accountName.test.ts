import { describe, expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { coinTypeOf, getNameProblem, isIncomplete, toLabel, toName } from './accountName.js'

describe('what is typed', () => {
  it.each([
    ['alice', 'alice'],
    ['  Alice ', 'alice'],
    ['alice.reown.id', 'alice'],
    ['ALICE.reown.ID', 'alice'],
    ['alice.wcn.id', 'alice.wcn.id'],
  ])('%j means %s', (text, label) => expect(toLabel(text)).toBe(label))

  it('becomes a name', () => expect(toName('alice')).toBe('alice.reown.id'))
})

describe('a fault', () => {
  it.each([
    ['alice', undefined],
    ['a-b9', undefined],
    ['a'.repeat(64), undefined],
    ['', 'short'],
    ['abc', 'short'],
    ['a'.repeat(65), 'long'],
    ['al ce', 'characters'],
    ['a_ice', 'characters'],
    ['älice', 'characters'],
    ['a.ice', 'characters'],
    ['a!', 'characters'],
    ['-alice', 'edge'],
    ['alice-', 'edge'],
    ['xn--alice', 'encoded'],
  ])('of %j is %s', (label, problem) => expect(getNameProblem(label)).toBe(problem))

  it('that typing on can mend waits for a pause', () => {
    expect(isIncomplete('short')).toBe(true)
    expect(isIncomplete('edge')).toBe(true)
    expect(isIncomplete('characters')).toBe(false)
  })
})

describe('a coin type', () => {
  it.each([
    ['1', 0x80000001],
    ['8453', 0x80002105],
    ['2147483647', 0xffffffff],
    ['2147483648', undefined],
    ['0', undefined],
  ])('of chain %s is %s', (reference, coinType) => {
    expect(coinTypeOf(evmNetwork(reference))).toBe(coinType)
  })
})
