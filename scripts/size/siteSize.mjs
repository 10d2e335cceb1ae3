import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'
import { gzipSize } from './bundleSize.mjs'

/** Bytes after gzip of a built site: what its entry loads at once, and what may come later. */
export function measureSite({ folder, entry }) {
  const manifest = readJson(inRoot(folder, 'dist', '.vite', 'manifest.json'))
  const first = listStatic(manifest, entry)
  const sizeOf = (name) => gzipSize(readFileSync(inRoot(folder, 'dist', manifest[name].file)))
  const sum = (names) => names.reduce((total, name) => total + sizeOf(name), 0)
  return {
    size: sum(first),
    later: sum(Object.keys(manifest).filter((key) => !first.includes(key))),
  }
}

/** A manifest entry and its static imports. */
export function listStatic(manifest, entry) {
  const found = new Set([entry])
  for (const name of found) for (const next of manifest[name].imports ?? []) found.add(next)
  return [...found]
}
