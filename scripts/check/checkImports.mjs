import { basename, join } from 'node:path/posix'
import { findCycles } from './findCycles.mjs'
import { allowsLayer, allowsPackage, emptyNames, layerOf, ruleFor } from './layers.mjs'
import { isTest, listImports } from './syntax.mjs'

const packageLayers = {
  '@latchkey/wire': 'wire',
  '@latchkey/pairing': 'pairing',
  '@latchkey/parts': 'parts',
}

/** Forbidden imports, import cycles and meaningless file names, one sentence each. */
export function checkImports(sources) {
  const paths = new Set(sources.map(({ path }) => path))
  const graph = new Map()
  const problems = []
  for (const source of sources) {
    problems.push(...checkName(source.path))
    const edges = []
    for (const { specifier, kind, node } of listImports(source)) {
      const target = resolveImport(source.path, specifier, paths)
      if (kind === 'value' && paths.has(target)) edges.push(target)
      if (isTestCode(source.path)) continue
      const breach = checkEdge(source.path, specifier, target, kind)
      if (breach) problems.push(`${source.path}:${source.lineOf(node)} ${breach}`)
    }
    graph.set(source.path, edges)
  }
  for (const cycle of findCycles(graph)) {
    problems.push(`These files import each other in a circle: ${cycle.join(' → ')}`)
  }
  for (const cycle of findCycles(folderGraph(graph))) {
    if (cycle.every((node) => graph.has(node))) continue
    problems.push(`These folders import each other in a circle: ${cycle.join(' → ')}`)
  }
  return problems
}

/** Shared test code may import anything. */
const isTestCode = (path) => isTest(path) || /\.(?:fixture|contract)\.ts$/.test(path)

/**
 * Files whose imports make their folder depend on another. Not the actions and effects of the widget's
 * domains: connecting opens the modal, and the modal disconnects.
 */
const bindsFolder = (path) =>
  /^(?:apps|packages)\/.*src\//.test(path) &&
  !/^packages\/latchkey\/src\/core\/[^/]+\/(?:actions|effects)\//.test(path)

/** The same imports, as edges between siblings (files or folders) of one folder. */
function folderGraph(files) {
  const graph = new Map()
  for (const [from, targets] of files) {
    if (!bindsFolder(from) || isTestCode(from)) continue
    for (const target of targets) {
      const [a, b] = siblings(from, target)
      graph.set(a, [...(graph.get(a) ?? []), b])
    }
  }
  return graph
}

/** Both paths, cut after the first part in which they differ. */
function siblings(from, to) {
  const [a, b] = [from.split('/'), to.split('/')]
  const length = a.findIndex((part, index) => part !== b[index]) + 1
  return [a, b].map((parts) => parts.slice(0, length).join('/'))
}

/** The imported file relative to the repository, or the specifier of a package. */
export function resolveImport(from, specifier, paths) {
  if (!specifier.startsWith('.')) return specifier
  const target = join(from, '..', specifier)
  const stem = target.replace(/\.js$/, '')
  const candidates = [target, `${stem}.ts`, `${stem}.tsx`]
  return candidates.find((candidate) => paths.has(candidate)) ?? target.replace(/\.js$/, '.ts')
}

function checkEdge(from, specifier, target, kind) {
  const layer = layerOf(from)
  if (layer === undefined) return checkWorkspaceBorder(from, specifier, target)
  const rule = ruleFor(layer)
  if (rule === undefined) return 'belongs to no folder of the import table'
  if (specifier.startsWith('.')) {
    const targetLayer = layerOf(target)
    if (targetLayer === undefined || workspaceOf(target) !== workspaceOf(from)) {
      return `reaches into ${target}: import the package by its name`
    }
    if (isTestCode(target)) return `imports ${targetLayer}, which is for tests alone`
    if (allowsLayer(rule, targetLayer, kind)) return undefined
    return `imports ${targetLayer}; ${rule.from} may ${permission(rule, targetLayer)}`
  }
  const [, packageName, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? []
  if (allowsPackage(rule, specifier)) return undefined
  if (Object.hasOwn(packageLayers, packageName)) {
    const allowed = allowsLayer(rule, `${packageLayers[packageName]}${rest}`, kind)
    return allowed ? undefined : `imports ${specifier}; ${rule.from} may not import it`
  }
  return `imports the package ${specifier}; ${rule.from} may not import it`
}

function permission(rule, layer) {
  const options = []
  if (allowsLayer(rule, layer, 'type')) options.push('its types')
  if (allowsLayer(rule, layer, 'lazy')) options.push('it with import()')
  return options.length > 0 ? `import only ${options.join(', or ')}` : 'not import it'
}

/** Apps import packages by name; only scripts may be imported by relative path. */
function checkWorkspaceBorder(from, specifier, target) {
  if (!specifier.startsWith('.')) return undefined
  if (workspaceOf(target) === workspaceOf(from) || target.startsWith('scripts/')) return undefined
  return `reaches into ${target}: import the package by its name`
}

const workspaceOf = (path) => /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0]

function checkName(path) {
  return path
    .split('/')
    .filter((part) => emptyNames.includes(basename(part).replace(/\..*$/, '')))
    .map((part) => `${path}: "${part}" says nothing; name it after its concept`)
}
