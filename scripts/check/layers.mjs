/**
 * Who may import whom. Core knows nobody, boot knows everybody, everyone else knows core.
 *
 * A place is a folder below `packages/latchkey/src`, or `wire` or `pairing` for those packages. The
 * first rule whose `from` matches decides; `*` stands for one folder and `$1` repeats it. Every folder
 * may import itself.
 *
 * to        places it may import
 * except    parts of those places it may not
 * lazyTo    places it may import only with `import()`
 * typesTo   places of which it may import only types
 * packages  installed packages it may import
 */
export const layers = [
  { from: 'wire', to: [], packages: ['valibot'] },
  { from: 'pairing', to: ['wire'], packages: ['@noble/*'] },
  { from: 'core/identity', to: ['core', 'wire'], packages: ['@adraffy/ens-normalize'] },
  { from: 'core', to: ['wire'] },
  {
    from: 'services',
    to: ['core', 'wire'],
    except: ['core/stores', 'core/actions', 'core/effects'],
  },
  { from: 'connectors/pairing', to: ['connectors/*.ts', 'core', 'wire', 'pairing'] },
  {
    from: 'connectors/coinbase',
    to: ['connectors/*.ts', 'core', 'wire'],
    packages: ['@coinbase/wallet-sdk'],
  },
  {
    from: 'connectors/login',
    to: ['connectors/*.ts', 'core', 'wire'],
    packages: ['@scure/base'],
  },
  { from: 'connectors/*', to: ['connectors/*.ts', 'core', 'wire'] },
  { from: 'siwx', to: ['families', 'core/errors', 'wire'], packages: ['@noble/*', '@scure/base'] },
  { from: 'families/*', to: ['families/*.ts', 'core', 'wire'], packages: ['*'] },
  {
    from: 'features/*/views',
    to: ['features/$1', 'core', 'wire', 'ui/parts', 'ui/hooks', 'ui/icons'],
    packages: ['react'],
  },
  { from: 'features/*', to: ['core', 'wire'], packages: ['@adraffy/ens-normalize', 'qr'] },
  {
    from: 'ui',
    to: ['core'],
    lazyTo: ['features'],
    typesTo: ['wire'],
    packages: ['react', 'react-dom', 'qr'],
  },
  {
    from: 'boot',
    to: ['services', 'connectors', 'families', 'core', 'wire', 'pairing'],
    lazyTo: ['ui', 'features'],
    typesTo: ['ui', 'features'],
  },
  {
    from: 'bindings/react',
    to: ['boot', 'core', 'wire', 'bindings/element'],
    lazyTo: ['ui'],
    packages: ['react'],
  },
  { from: 'bindings/element', to: ['boot', 'core', 'wire'], lazyTo: ['ui'] },
  { from: 'testing', to: ['wire'], packages: ['node:fs'] },
  { from: 'script', to: ['bindings/element', 'boot', 'families', 'core', 'wire'] },
  {
    from: 'exports',
    to: [
      ...['bindings', 'boot', 'services', 'connectors', 'families', 'siwx', 'testing'],
      ...['core', 'wire', 'pairing'],
    ],
    lazyTo: ['ui', 'features'],
    typesTo: ['ui', 'features'],
    // Frameworks whose types the elements are added to.
    packages: ['preact', 'solid-js', 'vue'],
  },
]

/** Names that say nothing about what is inside. */
export const emptyNames = ['utils', 'helpers', 'common', 'constants', 'types']

/** Where a file of the repository stands in the table, or undefined outside the three packages. */
export function placeOf(path) {
  const [, name, rest] = /^packages\/(\w+)\/src\/(.+)$/.exec(path) ?? []
  if (name === 'wire' || name === 'pairing') return `${name}/${rest}`
  return name === 'latchkey' ? rest : undefined
}

/** The rule for a place, with every `$1` filled in, or undefined. */
export function ruleFor(place, table = layers) {
  for (const rule of table) {
    const match = new RegExp(`^${asPattern(rule.from)}(?:/|$)`).exec(place)
    if (!match) continue
    const fill = (list = []) => list.map((entry) => entry.replace('$1', match[1]))
    const { from, to, except, lazyTo, typesTo, packages = [] } = rule
    return {
      from,
      to: [match[0].replace(/\/$/, ''), ...fill(to)],
      except: fill(except),
      lazyTo: fill(lazyTo),
      typesTo: fill(typesTo),
      packages,
    }
  }
  return undefined
}

/** Whether a rule lets its files import a place in the given way. */
export function allowsPlace(rule, place, kind) {
  const isIn = (list) => list.some((entry) => isWithin(place, entry))
  if (isIn(rule.except)) return false
  if (isIn(rule.to)) return true
  return (kind === 'lazy' && isIn(rule.lazyTo)) || (kind === 'type' && isIn(rule.typesTo))
}

/** Whether a rule lets its files import an installed package. */
export function allowsPackage(rule, specifier) {
  return rule.packages.some((entry) => entry === '*' || isWithin(specifier, entry))
}

function isWithin(path, entry) {
  return new RegExp(`^${asPattern(entry)}(?:/|$)`).test(path)
}

const asPattern = (entry) => entry.replaceAll('.', '\\.').replaceAll('*', '([^/]+)')
