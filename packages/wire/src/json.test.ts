import { expect, test } from 'vitest'
import { isRecord, safeParseJson } from './json.js'

test.each([[{}], [{ a: 1 }], [Object.create(null)]])('accepts %j as a record', (value) => {
  expect(isRecord(value)).toBe(true)
})

test.each([[null], [undefined], [[]], ['{}'], [1], [() => {}]])(
  'rejects %j as a record',
  (value) => {
    expect(isRecord(value)).toBe(false)
  },
)

test('parses JSON and returns undefined for other text', () => {
  expect(safeParseJson('{"a":[1,null]}')).toEqual({ a: [1, null] })
  expect(safeParseJson('null')).toBe(null)
  expect(['', '{', 'undefined', "{'a':1}"].map(safeParseJson)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
