import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from './root.mjs'

const generated = new Set(['node_modules', 'dist', '.cache', '.git', 'artifacts'])

/** All files below a folder in a stable order, except those in `leaveOut`; a missing folder is empty. */
export function listFiles(folder, leaveOut = generated) {
  return entriesOf(folder).flatMap((entry) => {
    if (leaveOut.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listFiles(path, leaveOut)
    return entry.isFile() ? [path] : []
  })
}

/** One hash over the names and contents of files. */
export function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    hash.update(`${relative(root, path).split(sep).join('/')}\0`)
    hash.update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** One hash over texts. */
export const hashTexts = (texts) => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}

function entriesOf(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
