import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hashTexts } from './fileHash.mjs'
import { PlainError } from './plainError.mjs'
import { inRoot } from './root.mjs'
import { listWorkspaces, readJson } from './workspaces.mjs'

const stamp = inRoot('node_modules', '.cache', 'latchkey-install')
const oldestNode = [20, 19]

/** Installs the dependencies when they are missing, or when a manifest or the lockfile changed. */
export async function ensureInstalled(programs) {
  requireNode(process.versions.node)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === requiredInstall()) return
  console.log('installing dependencies …')
  // Exactly the lockfile's versions, and never with install scripts, regardless of npm's settings.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await programs.run('npm', args)
  if (code !== 0) {
    throw new PlainError(
      `The dependencies could not be installed: \`npm ${args.join(' ')}\` ended with code ${code}.`,
    )
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, requiredInstall())
}

/** Inputs of an installation: the lockfile and the dependency fields of every manifest. */
function requiredInstall() {
  const manifests = ['.', ...listWorkspaces()].map((folder) =>
    JSON.stringify(dependencyFields(readJson(inRoot(folder, 'package.json')))),
  )
  const lock = inRoot('package-lock.json')
  return hashTexts([
    ...manifests,
    existsSync(lock) ? readFileSync(lock, 'utf8') : '',
    process.versions.modules,
    process.platform,
  ])
}

export function dependencyFields(manifest) {
  const fields = Object.entries(manifest).filter(
    ([name]) => /dependencies/i.test(name) || ['name', 'workspaces', 'overrides'].includes(name),
  )
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function requireNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  throw new PlainError(`Latchkey needs Node ${oldestNode.join('.')} or later; this is ${version}.`)
}
