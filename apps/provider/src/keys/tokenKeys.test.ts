import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../errors/ConfigError.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTokenKeys } from './tokenKeys.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-token-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const minute = 60_000
let count = 0
function open() {
  count += 1
  const path = join(folder, `${count}.json`)
  const clock = createManualClock()
  return { path, clock, keys: openTokenKeys(path, clock.now) }
}

describe('token keys', () => {
  it('sign tokens that they verify, and no others', () => {
    const { keys } = open()
    const token = keys.sign('JWT', { sub: 'someone' })
    expect(keys.verify('JWT', token)).toEqual({ sub: 'someone' })
    expect(keys.verify('nonce+jwt', token)).toBeUndefined()
    expect(open().keys.verify('JWT', token)).toBeUndefined()
    for (let index = 0; index < token.length; index += 1) {
      const letter = token[index] === 'A' ? 'B' : 'A'
      const changed = `${token.slice(0, index)}${letter}${token.slice(index + 1)}`
      expect(keys.verify('JWT', changed), changed).toBeUndefined()
    }
  })

  it('publish no private parts', () => {
    const { keys, path } = open()
    const text = JSON.stringify(keys.publicKeys())
    const [{ d }] = JSON.parse(readFileSync(path, 'utf8')).keys
    expect(text).not.toContain(d)
    expect(Object.keys(keys.publicKeys()[0] ?? {}).sort()).toEqual(
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'].sort(),
    )
  })

  it('publish a new key before it signs, and an old one for a day', () => {
    const { keys, clock } = open()
    const [first] = keys.publicKeys()
    keys.rotate()
    const [second] = keys.publicKeys()
    const signer = () =>
      JSON.parse(Buffer.from(keys.sign('JWT', {}).split('.')[0] ?? '', 'base64url').toString()).kid
    expect(signer()).toBe(first?.kid)
    clock.advance(15 * minute)
    expect(signer()).toBe(second?.kid)
    keys.rotate()
    expect(keys.publicKeys()).toHaveLength(3)
    clock.advance(24 * 60 * minute)
    keys.rotate()
    expect(keys.publicKeys().map(({ kid }) => kid)).not.toContain(first?.kid)
    expect(keys.publicKeys()).toHaveLength(3)
  })

  it('are private to their owner', () => {
    const { path } = open()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    writeFileSync(path, '{"keys":[]}', { mode: 0o600 })
    expect(() => openTokenKeys(path)).toThrow(ConfigError)
  })
})
