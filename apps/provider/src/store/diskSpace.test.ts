import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { createDiskSpace } from './diskSpace.js'

it('says no before the disk is full, and yes again soon after there is room', () => {
  let [time, bytes, looks] = [0, 1e12, 0]
  const hasRoom = createDiskSpace('/data', {
    now: () => time,
    free() {
      looks += 1
      return bytes
    },
  })
  expect(hasRoom()).toBe(true)
  bytes = 48 * 1_048_576 - 1
  expect(hasRoom()).toBe(true)
  time += 500
  expect(hasRoom()).toBe(false)
  bytes += 1
  time += 499
  expect(hasRoom()).toBe(false)
  time += 1
  expect(hasRoom()).toBe(true)
  expect(looks).toBe(3)
})

it('says no earlier to who leaves room for others', () => {
  const hasRoom = createDiskSpace('/data', { free: () => 100 * 1_048_576 })
  expect([hasRoom(), hasRoom(52 * 1_048_576), hasRoom(53 * 1_048_576)]).toEqual([true, true, false])
})

it('reads the disk of a directory', () => {
  expect(typeof createDiskSpace(tmpdir())()).toBe('boolean')
  expect(createDiskSpace(tmpdir(), { free: () => 0 })()).toBe(false)
})
