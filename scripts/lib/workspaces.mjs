import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inRoot } from './root.mjs'

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Folders of all workspaces, relative to the repository, in the order of the root manifest. */
export function listWorkspaces() {
  return readJson(inRoot('package.json')).workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return existsSync(inRoot(pattern, 'package.json')) ? [pattern] : []
    const parent = pattern.slice(0, -2)
    return readdirSync(inRoot(parent))
      .sort()
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(inRoot(folder, 'package.json')))
  })
}
