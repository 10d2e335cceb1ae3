import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Keyring } from './Keyring.js'

export type KeyringFixture = {
  readonly keyring: Keyring
  /** Changes the current key. */
  rotate(): Promise<Keyring>
}

/** Tests that every keyring must pass. */
export function describeKeyring(name: string, open: () => Promise<KeyringFixture>): void {
  describe(`the ${name} keyring`, () => {
    const context = 'latchkey recovery share v1 account device'

    it('opens what it sealed, and only with the same context', async () => {
      const { keyring } = await open()
      const plain = randomBytes(44)
      const sealed = await keyring.seal(plain, context)
      expect(await keyring.open(sealed, context)).toEqual(plain)
      expect(sealed.box.includes(plain)).toBe(false)
      await expect(keyring.open(sealed, `${context}2`)).rejects.toMatchObject({
        name: 'KeyringError',
        code: 'not-authentic',
      })
      await expect(keyring.reseal(sealed, `${context}2`)).rejects.toMatchObject({
        code: 'not-authentic',
      })
    })

    it('seals the same bytes differently each time', async () => {
      const { keyring } = await open()
      const plain = randomBytes(44)
      const boxes = await Promise.all([1, 2].map(() => keyring.seal(plain, context)))
      expect(boxes[0]?.box).not.toEqual(boxes[1]?.box)
    })

    it('rejects a changed or truncated ciphertext', async () => {
      const { keyring } = await open()
      const { keyId, box } = await keyring.seal(randomBytes(44), context)
      const changed = Buffer.from(box)
      const last = changed.length - 1
      changed[last] = (changed[last] ?? 0) ^ 1
      for (const bad of [changed, box.subarray(0, 20), box.subarray(0, 1)]) {
        await expect(keyring.open({ keyId, box: bad }, context)).rejects.toMatchObject({
          code: 'not-authentic',
        })
      }
    })

    it('knows its own keys and no others', async () => {
      const { keyring } = await open()
      const { keyId, box } = await keyring.seal(randomBytes(44), context)
      expect(keyId).toBe(await keyring.currentId())
      expect(await keyring.has(keyId)).toBe(true)
      const unknown = `${keyId.slice(0, -1)}${keyId.endsWith('0') ? '1' : '0'}`
      for (const other of [unknown, '', 'elsewhere:0123456789abcdef']) {
        expect(await keyring.has(other)).toBe(false)
        await expect(keyring.open({ keyId: other, box }, context)).rejects.toMatchObject({
          code: 'key-unknown',
        })
      }
    })

    it('opens older shares after a rotation, and re-encrypts them', async () => {
      const { keyring, rotate } = await open()
      const plain = randomBytes(44)
      const old = await keyring.seal(plain, context)
      const rotated = await rotate()
      expect(await rotated.currentId()).not.toBe(old.keyId)
      expect(await rotated.has(old.keyId)).toBe(true)
      expect(await rotated.open(old, context)).toEqual(plain)
      const moved = await rotated.reseal(old, context)
      expect(moved.keyId).toBe(await rotated.currentId())
      expect(await rotated.open(moved, context)).toEqual(plain)
    })

    it('handles many concurrent requests', async () => {
      const { keyring } = await open()
      const plains = Array.from({ length: 40 }, () => randomBytes(44))
      const opened = await Promise.all(
        plains.map(async (plain, index) => {
          const sealed = await keyring.seal(plain, `${context} ${index}`)
          return keyring.open(sealed, `${context} ${index}`)
        }),
      )
      expect(opened).toEqual(plains)
    })
  })
}
