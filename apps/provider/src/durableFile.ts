import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Atomic, readable by the owner only: after a crash the file has either its old or its new content. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, path)
  flushDirectory(dirname(path))
}

/** Without it a power cut can lose a new directory entry, and the file with it. */
export function flushDirectory(path: string): void {
  // Windows cannot open directories.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
