import { statfsSync } from 'node:fs'

/**
 * PostgreSQL ends, and reading with it, when it cannot write its log. So that it never comes to that,
 * nothing more is taken while less than three files of that log would fit.
 */
const RESERVE_BYTES = 3 * 16 * 1_048_576
const FRESH_MS = 500

/**
 * Tells whether a directory's disk can take more and still has `left` bytes for others; looks no more
 * often than is worth it.
 */
export function createDiskSpace(
  directory: string,
  { now = () => performance.now(), free = freeBytes } = {},
): (left?: number) => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY
  let found = 0
  return (left = 0) => {
    if (now() - lookedAt >= FRESH_MS) {
      lookedAt = now()
      found = free(directory)
    }
    return found >= RESERVE_BYTES + left
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
