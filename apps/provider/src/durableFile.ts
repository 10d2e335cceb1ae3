import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** For our eyes only. A killed write, or a power cut, leaves either what was there before or all of the new. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, path)
  flushDirectory(dirname(path))
}

/** Until then a new name in it is only in memory, and what was put under that name is lost with it. */
export function flushDirectory(path: string): void {
  // Windows has no such thing.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
