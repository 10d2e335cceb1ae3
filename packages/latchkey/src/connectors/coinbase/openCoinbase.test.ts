import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { bufferLike, withBuffer } from './openCoinbase.js'

const real = globalThis.Buffer
afterEach(() => {
  globalThis.Buffer = real
})

it('converts bytes like Node', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (text, bytes) => {
      const hex = real.from(bytes).toString('hex')
      expect(bufferLike.from(text, 'utf8').toString('hex')).toBe(real.from(text).toString('hex'))
      expect(bufferLike.from(hex, 'hex').toString('hex')).toBe(hex)
      const whole = bufferLike.concat([bufferLike.from([...bytes]), bufferLike.from(text)])
      expect(whole.toString('hex')).toBe(real.concat([bytes, real.from(text)]).toString('hex'))
      const padded = bufferLike.allocUnsafe(whole.length + 2).fill(0)
      whole.copy(padded, 2)
      expect([...padded]).toEqual([0, 0, ...whole])
      expect(bufferLike.isBuffer(whole.slice(-1)) && !bufferLike.isBuffer(bytes)).toBe(true)
    }),
    { seed: 7, numRuns: 200 },
  )
  const made: unknown = Reflect.construct(bufferLike, ['aé', 'utf8'])
  expect(made).toEqual(bufferLike.from('aé'))
})

it('exists only during the call and keeps an existing Buffer', () => {
  expect(withBuffer(() => globalThis.Buffer)).toBe(real)
  Reflect.deleteProperty(globalThis, 'Buffer')
  expect(withBuffer(() => globalThis.Buffer)).toBe(bufferLike)
  const fails = () => {
    throw new TypeError('no')
  }
  expect(() => withBuffer(fails)).toThrow('no')
  expect('Buffer' in globalThis).toBe(false)
})
