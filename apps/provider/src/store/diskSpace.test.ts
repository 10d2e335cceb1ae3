import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { createDiskSpaceCheck } from './diskSpace.js'

it('is false before the disk is full, and true soon after space is free', () => {
  let [time, bytes, looks] = [0, 1e12, 0]
  const hasDiskSpace = createDiskSpaceCheck('/data', {
    now: () => time,
    free() {
      looks += 1
      return bytes
    },
  })
  expect(hasDiskSpace()).toBe(true)
  bytes = 48 * 1_048_576 - 1
  expect(hasDiskSpace()).toBe(true)
  time += 500
  expect(hasDiskSpace()).toBe(false)
  bytes += 1
  time += 499
  expect(hasDiskSpace()).toBe(false)
  time += 1
  expect(hasDiskSpace()).toBe(true)
  expect(looks).toBe(3)
})

it('is false earlier with a larger reserve', () => {
  const hasDiskSpace = createDiskSpaceCheck('/data', { free: () => 100 * 1_048_576 })
  expect([hasDiskSpace(), hasDiskSpace(52 * 1_048_576), hasDiskSpace(53 * 1_048_576)]).toEqual([
    true,
    true,
    false,
  ])
})

it('reads the free space of a directory', () => {
  expect(typeof createDiskSpaceCheck(tmpdir())()).toBe('boolean')
  expect(createDiskSpaceCheck(tmpdir(), { free: () => 0 })()).toBe(false)
})
