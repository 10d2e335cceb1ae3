import { findDeniedNames, findDeniedTexts } from './deniedWords.mjs'
import { isTest, walk } from './syntax.mjs'

/**
 * Rules that need the syntax tree. `covers` selects files by path; `breaks` returns what is wrong with a
 * node, or undefined.
 */
const rules = [
  { covers: (path) => path.startsWith('packages/latchkey/src/'), breaks: isTooLong },
  {
    covers: (path) => /^packages\/[^/]+\/src\//.test(path),
    breaks: hasModuleState,
  },
  {
    covers: (path) => forbiddenGlobals(path).length > 0,
    breaks: usesGlobal,
  },
  {
    covers: (path) => /\/src\/(families|features\/(send|swap|pay))\//.test(path),
    breaks: roundsAmount,
  },
  {
    covers: (path) => /\/src\/(ui|features\/[^/]+)\/views\//.test(path),
    breaks: (node) =>
      node.async === true ? 'a view is never async: put it into an action' : undefined,
  },
  { covers: (path) => /^(packages|apps)\//.test(path), breaks: comparesMessage },
  { covers: (path) => /^(packages|apps)\//.test(path), breaks: usesDeniedName },
  { covers: (path) => /\/(core\/text\/|text\.ts$)/.test(path), breaks: usesDeniedText },
  {
    covers: (path) =>
      path.startsWith('packages/latchkey/src/') &&
      !/\/src\/(core|features)\/[^/]+\/(actions|effects)\//.test(path) &&
      !path.endsWith('core/runtime/createStore.ts'),
    breaks: writesStore,
  },
]

/** Violations of the rules, one sentence each. */
export function checkCode(sources) {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) => {
      const active = rules.filter(({ covers }) => covers(source.path))
      const problems = []
      walk(source.program, (node, ancestors) => {
        for (const { breaks } of active) {
          const problem = breaks(node, ancestors, source)
          if (problem) problems.push(`${source.path}:${source.lineOf(node)} ${problem}`)
        }
      })
      return problems
    })
}

const longestFile = 300

function isTooLong({ type, end }, _ancestors, { lineOf }) {
  const lines = type === 'Program' ? lineOf({ start: end }) : 0
  return lines > longestFile + 1
    ? `has ${lines - 1} lines: split files above ${longestFile}`
    : undefined
}

function usesDeniedName(node) {
  if (node.type !== 'Identifier' || typeof node.name !== 'string') return undefined
  const [denied] = findDeniedNames(node.name)
  return denied && `\`${node.name}\`: say \`${denied[1]}\` (docs/glossary.md)`
}

function usesDeniedText(node) {
  const text = node.type === 'TemplateElement' ? node.value.cooked : node.value
  if (!/^(Literal|TemplateElement)$/.test(node.type) || typeof text !== 'string') return undefined
  const [word] = findDeniedTexts(text)
  return word && `"${text}": visitors do not read "${word}" (docs/glossary.md)`
}

const collections = ['Map', 'Set', 'WeakMap', 'WeakSet']

function hasModuleState(node, ancestors) {
  if (ancestors.some(runsLater)) return undefined
  if (node.type === 'VariableDeclaration' && !node.declare && node.kind !== 'const') {
    return `no \`${node.kind}\` at module level: every widget owns its state`
  }
  if (node.type === 'CallExpression' && node.callee.name === 'createStore') {
    return 'no store at module level: every widget owns its state'
  }
  if (node.type !== 'NewExpression' || !collections.includes(node.callee.name)) return undefined
  const parent = ancestors.at(-1)
  const declared = parent?.type === 'VariableDeclarator' && parent.id.typeAnnotation?.typeAnnotation
  if (/^Readonly(Map|Set)$/.test(declared?.typeName?.name ?? '')) return undefined
  return `no \`new ${node.callee.name}\` at module level, unless it is declared as a ReadonlyMap or ReadonlySet`
}

/** Code inside a function or an instance field runs later than the module itself. */
function runsLater(node) {
  return (
    /Function(Declaration|Expression)$|^ArrowFunctionExpression$/.test(node.type) ||
    (node.type === 'PropertyDefinition' && !node.static)
  )
}

/** What drawing needs; a timer bounds an animation whose end the browser may never report. */
const drawingGlobals = ['window', 'document', 'requestAnimationFrame', 'setTimeout']
const storageGlobals = ['localStorage', 'sessionStorage', 'indexedDB']
const pageGlobals = ['window', 'document', 'requestAnimationFrame', ...storageGlobals]
const networkGlobals = ['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource', 'postMessage']
const timers = ['setTimeout', 'setInterval', 'requestIdleCallback']
const everyGlobal = [...pageGlobals, ...networkGlobals, ...timers]

/** Which globals a file must not use; the first matching pattern decides. */
const globalsByFolder = [
  [/^packages\/(wire|parts)\/src\//, everyGlobal],
  [/^packages\/pairing\/src\//, pageGlobals],
  [/^packages\/latchkey\/src\/(services|connectors|families|boot|script|bindings\/element)\//, []],
  [/^packages\/latchkey\/src\/siwx\/storages\//, []],
  [/^packages\/latchkey\/src\/siwx\//, pageGlobals],
  [/^packages\/latchkey\/src\/(pay|sessions)\/server\//, pageGlobals],
  [/^apps\/provider\/src\//, pageGlobals],
  [
    /^packages\/latchkey\/src\/ui\/(shell|parts)\//,
    everyGlobal.filter((name) => !drawingGlobals.includes(name)),
  ],
  [/^packages\/latchkey\/src\//, everyGlobal],
]

function forbiddenGlobals(path) {
  return globalsByFolder.find(([pattern]) => pattern.test(path))?.[1] ?? []
}

function usesGlobal(node, ancestors, source) {
  const name = globalName(node, ancestors)
  if (name === undefined || !forbiddenGlobals(source.path).includes(name)) return undefined
  if (node.type === 'Identifier' && declaredNames(source).has(name)) return undefined
  return `\`${name}\` is out of reach here: go through a port`
}

/** The global a node may refer to: a plain reference, or a member of the global object. */
function globalName(node, ancestors) {
  if (node.type === 'MemberExpression') {
    const isGlobalObject = ['globalThis', 'window', 'self'].includes(node.object.name)
    return isGlobalObject && !node.computed ? node.property.name : undefined
  }
  if (node.type !== 'Identifier' || ancestors.some(({ type }) => isTypeSyntax(type))) {
    return undefined
  }
  const parent = ancestors.at(-1)
  const isPropertyName =
    (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
    (/^(Property|PropertyDefinition|MethodDefinition)$/.test(parent.type) &&
      parent.key === node &&
      !parent.computed)
  return isPropertyName ? undefined : node.name
}

const runtimeTypeScript = /^TS(As|Satisfies|NonNull|TypeAssertion|Instantiation)/
const isTypeSyntax = (type) => type.startsWith('TS') && !runtimeTypeScript.test(type)

/** Every name a file declares itself: a parameter called `document` is no global. */
function declaredNames({ program }) {
  const names = new Set()
  const add = (pattern) => {
    for (const name of boundNames(pattern)) names.add(name)
  }
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') add(node.id)
    if (/^Import\w*Specifier$/.test(node.type)) add(node.local)
    if (/^(Arrow)?Function/.test(node.type)) {
      add(node.id)
      node.params.forEach(add)
    }
  })
  return names
}

function boundNames(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter)
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames)
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundNames(property.value ?? property))
    default:
      return []
  }
}

function roundsAmount(node) {
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  const name = callee.object?.name === 'Number' ? callee.property.name : callee.name
  if (name !== 'Number' && name !== 'parseFloat') return undefined
  return `\`${name}(\` loses digits: amounts are bigint or decimal strings`
}

const comparisons = ['==', '===', '!=', '!==']
const textSearches = ['includes', 'startsWith', 'endsWith', 'match', 'indexOf', 'search']

function comparesMessage(node) {
  const problem = 'never decide by the text of an error: use its code'
  if (node.type === 'BinaryExpression' && comparisons.includes(node.operator)) {
    return isErrorMessage(node.left) || isErrorMessage(node.right) ? problem : undefined
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { object, property } = node.callee
  if (textSearches.includes(property.name) && isErrorMessage(object)) return problem
  return property.name === 'test' && node.arguments.some(isErrorMessage) ? problem : undefined
}

/** `error.message` and its like; the message a visitor signs is not one. */
function isErrorMessage(node) {
  if (node.type === 'ChainExpression') return isErrorMessage(node.expression)
  if (node.type !== 'MemberExpression' || node.property.name !== 'message') return false
  const owner = node.object.name ?? node.object.property?.name ?? ''
  return /^(e|err|cause|reason|failure|exception)$|error$/i.test(owner)
}

/**
 * A widget's store is `stores.x`, a name destructured from `stores`, `…Store`, or what a feature's `store.ts`
 * returns; outside the UI a plain `store` belongs to the file.
 */
function writesStore(node, _ancestors, source) {
  if (node.type !== 'CallExpression' || node.callee.property?.name !== 'set') return undefined
  const { start, end, type, name } = node.callee.object
  const owner = source.text.slice(start, end)
  const isStore =
    /\bstores\??\.\w+$|\w+Store$/.test(owner) ||
    (type === 'Identifier' && destructuredStores(source).has(name)) ||
    isFeatureStore(node.callee.object, source) ||
    (/\/src\/(ui|features|bindings)\//.test(source.path) && /\bstore$/.test(owner))
  return isStore ? 'only actions and effects write a store' : undefined
}

/** Names that a file destructures from `stores`: `const { modal } = widget.stores`, `({ stores: { modal } }) => …`. */
function destructuredStores({ program }) {
  const names = new Set()
  walk(program, (node) => {
    const isTaken =
      (node.type === 'VariableDeclarator' && nameOf(node.init) === 'stores') ||
      (node.type === 'Property' && nameOf(node.key) === 'stores')
    const pattern = node.type === 'Property' ? node.value : node.id
    if (isTaken && pattern.type === 'ObjectPattern') {
      for (const name of boundNames(pattern)) names.add(name)
    }
  })
  return names
}

/** `flowOf(widget)` or `const flow = flowOf(widget)`, with `flowOf` from a feature's `store.ts`. */
function isFeatureStore(object, { program }) {
  const getters = new Set()
  const holders = new Set()
  const isGetter = (node) => node?.type === 'CallExpression' && getters.has(node.callee.name)
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration' && /\/store\.js$/.test(node.source.value)) {
      for (const { local } of node.specifiers) getters.add(local.name)
    } else if (node.type === 'VariableDeclarator' && isGetter(node.init)) holders.add(node.id.name)
  })
  return isGetter(object) || (object.type === 'Identifier' && holders.has(object.name))
}

/** The last name of `a.b.c`. */
function nameOf(node) {
  return node?.type === 'MemberExpression' ? node.property.name : node?.name
}
