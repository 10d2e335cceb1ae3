import { expect, test } from 'vitest'
import { createScripts, readScript, ScriptError } from './script.js'

test('parses a script as a word or a word with options', () => {
  expect(readScript('refuse')).toEqual({ kind: 'refuse' })
  expect(readScript({ kind: 'delay', ms: 50, code: 'x' })).toEqual({ kind: 'delay', ms: 50 })
  expect(readScript({ kind: 'garbage', answer: undefined })).toHaveProperty('answer')
  expect(() => readScript('maybe')).toThrow(ScriptError)
})

test('prefers a script for one method; a new general script clears it', () => {
  const scripts = createScripts('approve')
  scripts.set('refuse', 'personal_sign')
  expect(scripts.of('personal_sign').kind).toBe('refuse')
  expect(scripts.of('eth_accounts').kind).toBe('approve')
  expect(scripts.isOwn('personal_sign')).toBe(true)
  scripts.set('never')
  expect(scripts.of('personal_sign').kind).toBe('never')
  expect(scripts.isOwn('personal_sign')).toBe(false)
})
