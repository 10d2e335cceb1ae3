import { statfsSync } from 'node:fs'

/**
 * PostgreSQL ends, and reading with it, when it cannot write its log. So that it never comes to that,
 * nothing more is taken while less than three files of that log would fit.
 */
const RESERVE_BYTES = 3 * 16 * 1_048_576
const FRESH_MS = 500

/** Tells whether a directory's disk can take more; looks no more often than is worth it. */
export function createDiskSpace(
  directory: string,
  { now = () => performance.now(), free = freeBytes } = {},
): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasRoom = true
  return () => {
    if (now() - lookedAt >= FRESH_MS) {
      lookedAt = now()
      hasRoom = free(directory) >= RESERVE_BYTES
    }
    return hasRoom
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
