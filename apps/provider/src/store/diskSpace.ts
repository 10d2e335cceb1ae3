import { statfsSync } from 'node:fs'

/** PostgreSQL stops when it cannot write its log. Space for three log files stays free. */
const reserveBytes = 3 * 16 * 1_048_576
const cacheLifetimeMs = 500

/** Whether a directory's disk has the reserve plus `left` bytes free. Caches the result briefly. */
export function createDiskSpaceCheck(
  directory: string,
  { now = () => performance.now(), free = freeBytes } = {},
): (left?: number) => boolean {
  let readAt = Number.NEGATIVE_INFINITY
  let available = 0
  return (left = 0) => {
    if (now() - readAt >= cacheLifetimeMs) {
      readAt = now()
      available = free(directory)
    }
    return available >= reserveBytes + left
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
