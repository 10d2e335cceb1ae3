import { statfsSync } from 'node:fs'

/** PostgreSQL stops when it cannot write its log. Space for three log files stays free. */
const RESERVE_BYTES = 3 * 16 * 1_048_576
const FRESH_MS = 500

/** Whether a directory's disk has the reserve plus `left` bytes free. Caches the result briefly. */
export function createDiskSpace(
  directory: string,
  { now = () => performance.now(), free = freeBytes } = {},
): (left?: number) => boolean {
  let readAt = Number.NEGATIVE_INFINITY
  let available = 0
  return (left = 0) => {
    if (now() - readAt >= FRESH_MS) {
      readAt = now()
      available = free(directory)
    }
    return available >= RESERVE_BYTES + left
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
