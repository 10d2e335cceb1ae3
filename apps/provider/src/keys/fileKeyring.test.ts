import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileKeyring, retireKeyFile } from './fileKeyring.js'
import { describeKeyring } from './keyring.contract.js'
import { withOlderKeys } from './secrets.js'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const newFile = () => join(dir, randomUUID(), 'recovery-keys.json')

describeKeyring('file', async () => {
  const path = newFile()
  const keyring = openFileKeyring(path)
  return {
    keyring,
    async rotate() {
      // Simulates another process; the open keyring must notice.
      await openFileKeyring(path).rotate()
      return keyring
    },
  }
})

describeKeyring('file keyring with older keys', async () => {
  const older = openFileKeyring(newFile())
  const current = openFileKeyring(newFile())
  return { keyring: older, rotate: async () => withOlderKeys(current, older) }
})

describe('a key file', () => {
  it('is readable by its owner only, and rejected when others can read it', () => {
    const path = newFile()
    openFileKeyring(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o640)
    expect(() => openFileKeyring(path)).toThrow(expect.objectContaining({ code: 'bad-config' }))
  })

  it('does not seal after it is retired, and can be restored until it is destroyed', async () => {
    const path = newFile()
    const keyring = openFileKeyring(path)
    const sealed = await keyring.seal(Buffer.from('share'), 'context')
    const retired = retireKeyFile(path)
    await expect(keyring.seal(Buffer.from('share'), 'context')).rejects.toMatchObject({
      code: 'key-unknown',
    })
    expect((await keyring.open(sealed, 'context')).toString()).toBe('share')
    retired.restore()
    expect(await keyring.currentId()).toBe(sealed.keyId)
    retireKeyFile(path).destroy()
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(join(path, '..'))).toEqual([])
  })
})
