import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../errors/ApiError.js'
import { createZones, developmentZones } from './zones.js'

const zones = createZones(developmentZones)

describe('a new name', () => {
  it('has 4 to 64 letters, digits and hyphens before a zone', () => {
    for (const name of [
      'demo.reown.id',
      '1234.reown.id',
      'a-b-c.reown.id',
      `${'a'.repeat(64)}.reown.id`,
    ]) {
      expect(zones.checkNewName(name)).toBe(name)
    }
  })

  it('is rejected or accepted exactly as written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (text) => {
        const name = `${text}.reown.id`
        try {
          expect(zones.checkNewName(name)).toBe(name)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          return
        }
        expect(text).toMatch(/^[a-z0-9][a-z0-9-]{2,62}[a-z0-9]$/)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is normalised by ENSIP-15', () => {
    const letter = fc.constantFrom(...'abcxyz019-')
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 4, maxLength: 12 }), (label) => {
        const name = `${label}.reown.id`
        try {
          zones.checkNewName(name)
        } catch {
          return
        }
        expect(normalize(name)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })

  it('can be in another zone', () => {
    const own = createZones({ open: ['names.example.com'], readOnly: [] })
    expect(own.checkNewName('demo.names.example.com')).toBe('demo.names.example.com')
    expect(() => own.checkNewName('demo.reown.id')).toThrow('names.example.com')
  })
})
