import { describe, expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { coinTypeOf, getNameProblem, isIncomplete, toLabel, toName } from './accountName.js'

describe('toLabel', () => {
  it.each([
    ['alice', 'alice'],
    ['  Alice ', 'alice'],
    ['alice.reown.id', 'alice'],
    ['ALICE.reown.ID', 'alice'],
    ['alice.wcn.id', 'alice.wcn.id'],
  ])('reads %j as %s', (text, label) => expect(toLabel(text, 'reown.id')).toBe(label))

  it('is completed by toName', () => expect(toName('alice', 'reown.id')).toBe('alice.reown.id'))
})

describe('getNameProblem', () => {
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
  ])('reports for %j: %s', (label, problem) => expect(getNameProblem(label)).toBe(problem))

  it('is incomplete if typing on may fix it', () => {
    expect(isIncomplete('short')).toBe(true)
    expect(isIncomplete('edge')).toBe(true)
    expect(isIncomplete('characters')).toBe(false)
  })
})

describe('coinTypeOf', () => {
  it.each([
    ['1', 0x80000001],
    ['8453', 0x80002105],
    ['2147483647', 0xffffffff],
    ['2147483648', undefined],
    ['0', undefined],
  ])('returns for chain %s: %s', (reference, coinType) => {
    expect(coinTypeOf(evmNetwork(reference))).toBe(coinType)
  })
})
