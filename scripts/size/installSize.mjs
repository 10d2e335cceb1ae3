import { lstatSync } from 'node:fs'
import { listFiles } from '../lib/fileHash.mjs'
import { inRoot } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'

/**
 * How many packages and bytes are installed with one of our packages, itself included. Of our own packages
 * only the published files count.
 */
export async function measureInstall(programs, workspace) {
  const lock = readJson(inRoot('package-lock.json'))
  let bytes = 0
  const closure = listClosure(lock.packages, workspace)
  for (const path of closure) {
    bytes += path.includes('node_modules/')
      ? folderSize(inRoot(path))
      : await publishedSize(programs, path)
  }
  return { packages: closure.length, bytes }
}

/**
 * The lock paths of a workspace and of its run-time dependencies. Several copies of one version, which other
 * workspaces cause, count as one package.
 *
 * @param {Record<string, any>} packages the `packages` of a lockfile
 */
export function listClosure(packages, workspace) {
  const found = new Set([workspace])
  for (const path of found) {
    for (const name of Object.keys(packages[path].dependencies ?? {})) {
      found.add(locate(packages, path, name))
    }
  }
  const copies = new Map()
  for (const path of found) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 1)
    const copy = `${name}@${packages[path].version}`
    if (!copies.has(copy)) copies.set(copy, path)
  }
  return [...copies.values()]
}

/** Where a dependency is installed as seen from a package: in the nearest `node_modules` upwards. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const entry = packages[`${folder && `${folder}/`}node_modules/${name}`]
    if (entry?.link) return entry.resolved
    if (entry) return `${folder && `${folder}/`}node_modules/${name}`
    if (folder === '') throw new Error(`${name}, needed by ${from}, is not in the lock`)
  }
}

async function publishedSize(programs, folder) {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { code, stdout, stderr } = await programs.capture('npm', args, { cwd: inRoot(folder) })
  if (code !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`)
  return JSON.parse(stdout)[0].unpackedSize
}

/** The bytes of an installed package, without packages nested in it: they are counted separately. */
function folderSize(folder) {
  return listFiles(folder, new Set(['node_modules'])).reduce(
    (sum, path) => sum + lstatSync(path).size,
    0,
  )
}
