import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../lib/commandLine.mjs'
import { listFiles } from '../lib/fileHash.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { inRoot, root } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'
import { isTest, parseSource } from './syntax.mjs'

const frozenPackages = ['packages/latchkey', 'packages/pairing']
const sourceCondition = 'latchkey-source'

/** Differences between a package's exports and its frozen `exports.json`. */
export function checkExports() {
  return frozenPackages.flatMap((folder) => {
    const frozen = inRoot(folder, 'exports.json')
    const hint = '`npm run check -- --update` accepts the names as they are'
    if (!existsSync(frozen)) return [`${folder}/exports.json is missing; ${hint}`]
    const differences = compareEntryPoints(readJson(frozen), listEntryPoints(folder))
    return differences.length > 0
      ? [...differences.map((difference) => `${folder} ${difference}`), hint]
      : []
  })
}

/** Writes the current exports to `exports.json`. */
export function freezeExports() {
  for (const folder of frozenPackages) {
    const entryPoints = JSON.stringify(listEntryPoints(folder), null, 2)
    writeFileSync(inRoot(folder, 'exports.json'), `${entryPoints}\n`)
  }
}

/** Changes between two `{ entryPoint: names }` tables, one sentence per name. */
export function compareEntryPoints(before, after) {
  const names = (table, entryPoint) => table[entryPoint] ?? []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .flatMap((entryPoint) => [
      ...names(before, entryPoint)
        .filter((name) => !names(after, entryPoint).includes(name))
        .map((name) => `no longer exports ${name} from "${entryPoint}"`),
      ...names(after, entryPoint)
        .filter((name) => !names(before, entryPoint).includes(name))
        .map((name) => `newly exports ${name} from "${entryPoint}"`),
    ])
}

/** Every public subpath of a package and its exports. */
function listEntryPoints(folder) {
  const { exports = {} } = readJson(inRoot(folder, 'package.json'))
  const entryPoints = Object.entries(exports).flatMap(([entryPoint, target]) => {
    const source = target?.[sourceCondition]
    return source ? expandEntryPoint(folder, entryPoint, source) : []
  })
  return Object.fromEntries(
    entryPoints
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([entryPoint, path]) => [entryPoint, listExportedNames(path, readModule)]),
  )
}

/** A module of the repository, by its path or by the `.js` path of an import. */
function readModule(path) {
  const stem = path.replace(/\.js$/, '')
  const file = [path, `${stem}.ts`, `${stem}.tsx`].find((name) => existsSync(inRoot(name)))
  if (file === undefined) throw new PlainError(`${path} is exported but missing`)
  return parseSource(file, readFileSync(inRoot(file), 'utf8'))
}

/** One entry for a plain sub-path; one per matching file for a pattern. */
function expandEntryPoint(folder, entryPoint, source) {
  if (!entryPoint.includes('*')) return [[entryPoint, join(folder, source)]]
  const [before, after] = join(folder, source).split('*')
  return listFiles(inRoot(folder, 'src'))
    .map((path) => path.slice(root.length + 1))
    .filter((path) => path.startsWith(before) && path.endsWith(after) && !isTest(path))
    .map((path) => [entryPoint.replace('*', path.slice(before.length, -after.length)), path])
}

/** The names a module exports, types marked as such; `export *` is followed inside the package. */
export function listExportedNames(path, read) {
  const names = new Set()
  const source = read(path)
  for (const node of source.program.body) {
    const isType = node.exportKind === 'type'
    const add = (name, type = isType) => names.add(type ? `type ${name}` : name)
    if (node.type === 'ExportDefaultDeclaration') add('default', false)
    if (node.type === 'ExportAllDeclaration') {
      const from = node.source.value
      if (node.exported) add(node.exported.name)
      else if (!from.startsWith('.')) add(`* from ${from}`)
      else
        for (const name of listExportedNames(join(source.path, '..', from), read)) names.add(name)
    }
    if (node.type !== 'ExportNamedDeclaration') continue
    for (const { exported, exportKind } of node.specifiers) {
      add(exported.name ?? exported.value, isType || exportKind === 'type')
    }
    for (const name of declaredNames(node.declaration)) add(name)
  }
  return [...names].sort()
}

function declaredNames(declaration) {
  if (!declaration) return []
  if (declaration.id) return [declaration.id.name]
  return (declaration.declarations ?? []).map(({ id }) => id.name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const { update } = readOptions({ update: { type: 'boolean', default: false } })
    if (update) return freezeExports()
    for (const problem of checkExports()) {
      console.log(problem)
      process.exitCode = 1
    }
  })
}
