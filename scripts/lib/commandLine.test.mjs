import { expect, test } from 'vitest'
import { chooseNames, readInteger, readOptions } from './commandLine.mjs'

test('names the known options when one is unknown', () => {
  const options = { only: { type: 'string' } }
  expect(readOptions(options, ['--only', 'unit']).only).toBe('unit')
  expect(() => readOptions(options, ['--onyl', 'unit'])).toThrow('Known options: --only.')
})

test('keeps the order of the table and rejects an unknown name', () => {
  expect(chooseNames('browser,unit', ['check', 'unit', 'browser'])).toEqual(['unit', 'browser'])
  expect(chooseNames(undefined, ['check', 'unit'])).toEqual(['check', 'unit'])
  expect(() => chooseNames('units', ['check', 'unit'])).toThrow('choose from check, unit')
})

test('rejects a number outside its range and names the option', () => {
  expect(readInteger('port-base', '4400', { min: 1024, max: 65_000 })).toBe(4400)
  for (const value of ['80', '70000', 'x', '4400.5', '']) {
    expect(() => readInteger('port-base', value, { min: 1024, max: 65_000 })).toThrow('--port-base')
  }
})
