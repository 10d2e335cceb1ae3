/** What the login site renders with; only its build knows that this is Preact. */
const drawing = ['@latchkey/parts', 'react', 'react-dom']

/**
 * Which folder may import which. Core imports nothing else, boot everything, all others core.
 *
 * A layer is a folder below `packages/latchkey/src`, `wire`, `pairing` or `parts` for those packages, or
 * `apps/<name>/` and a folder below that app's `src`. The first rule whose `from` matches decides; `*`
 * matches one folder and `$1` repeats it. Every folder may import itself.
 *
 * to        layers it may import
 * except    parts of those layers it may not
 * lazyTo    layers it may import only with `import()`
 * typesTo   layers of which it may import only types
 * packages  installed packages it may import
 */
export const layers = [
  { from: 'wire', to: [], packages: ['valibot', '@noble/hashes'] },
  { from: 'parts', to: [], packages: ['react'] },
  { from: 'pairing', to: ['wire'], packages: ['@noble/*'] },
  { from: 'core/account/identity', to: ['core', 'wire'], packages: ['@adraffy/ens-normalize'] },
  { from: 'core', to: ['wire'] },
  {
    from: 'services',
    to: ['core', 'wire'],
    except: ['core/*/store.ts', 'core/*/actions', 'core/*/effects'],
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
  {
    from: 'siwx',
    to: ['families', 'core/runtime/errors', 'core/siwx/siwx.ts', 'wire'],
    packages: ['@noble/*', '@scure/base'],
  },
  { from: 'families/*', to: ['families/shared', 'core', 'wire'], packages: ['*'] },
  {
    from: 'features/token/views',
    to: ['core', 'wire', 'parts', 'ui/parts', 'ui/hooks', 'ui/icons'],
    lazyTo: ['features/activity'],
    packages: ['react'],
  },
  {
    from: 'features/pay/views',
    to: ['features/pay', 'core', 'wire', 'parts', 'ui/parts', 'ui/hooks', 'ui/icons'],
    packages: ['react'],
  },
  {
    from: 'features/pay',
    to: ['core', 'wire'],
    lazyTo: ['features/swap'],
    typesTo: ['features/swap'],
  },
  {
    from: 'features/*/views',
    to: ['features/$1', 'core', 'wire', 'parts', 'ui/parts', 'ui/hooks', 'ui/icons'],
    packages: ['react'],
  },
  { from: 'features/*', to: ['core', 'wire'], packages: ['@adraffy/ens-normalize', 'qr'] },
  {
    from: 'ui',
    to: ['core', 'parts'],
    lazyTo: ['features'],
    typesTo: ['wire'],
    packages: ['react', 'react-dom', 'qr'],
  },
  {
    from: 'boot',
    to: ['services', 'connectors', 'families', 'core', 'wire', 'pairing'],
    lazyTo: ['ui', 'features', 'siwx'],
    typesTo: ['ui', 'features'],
  },
  {
    from: 'bindings/react',
    to: ['boot', 'core', 'wire', 'bindings/element'],
    lazyTo: ['ui'],
    packages: ['react'],
  },
  {
    from: 'bindings/element',
    to: ['boot', 'core', 'wire'],
    lazyTo: ['ui', 'features'],
    typesTo: ['features'],
  },
  { from: 'pay/server', to: ['families/shared', 'wire'], packages: ['@scure/base'] },
  { from: 'sessions/server', to: ['families', 'core/sessions', 'wire'], packages: ['@noble/*'] },
  {
    from: 'sessions/react',
    to: ['sessions', 'bindings/react', 'boot', 'core', 'wire'],
    packages: ['react'],
  },
  { from: 'sessions/*.ts', to: ['sessions', 'boot', 'core', 'wire'], lazyTo: ['features'] },
  {
    from: 'pay/react',
    to: ['pay', 'bindings/react', 'boot', 'core', 'wire'],
    packages: ['react'],
  },
  { from: 'pay/*.ts', to: ['pay', 'boot', 'core', 'wire'], lazyTo: ['features'] },
  { from: 'testing', to: ['wire'], packages: ['node:fs'] },
  { from: 'wallets', to: ['wire'], packages: ['@web3icons/core'] },
  {
    from: 'script',
    to: ['bindings/element', 'boot', 'families', 'core', 'wire'],
    lazyTo: ['wallets'],
  },
  {
    from: 'exports',
    to: [
      ...['bindings', 'boot', 'services', 'connectors', 'families', 'pay', 'sessions', 'siwx'],
      ...['testing', 'wallets'],
      ...['core', 'wire', 'pairing'],
    ],
    lazyTo: ['ui', 'features'],
    typesTo: ['ui', 'features'],
    // Frameworks whose types the elements are added to.
    packages: ['preact', 'solid-js', 'vue'],
  },
  ...inApp('provider', { to: ['*.ts'], packages: ['@latchkey/wire', 'node:*'] }, [
    ...['server.ts', 'serve.ts'].map((from) => ({
      from,
      to: ['cli', 'config', 'errors', 'keys', 'serving', 'sources', 'store'],
      lazyTo: ['compose', 'doctor', 'login', 'relay'],
      typesTo: ['compose', 'login', 'relay'],
    })),
    { from: '*.ts', to: [] },
    { from: 'errors', to: [] },
    { from: 'serving', to: [], packages: ['hono', '@hono/node-server'] },
    { from: 'mail', to: [], packages: ['nodemailer'] },
    { from: 'projects', to: ['errors'], packages: ['tldts'] },
    { from: 'outbound', to: ['errors', 'serving'], packages: ['undici'] },
    { from: 'keys', to: ['errors', 'outbound'], packages: ['valibot', 'viem'] },
    { from: 'store', to: ['errors', 'projects'], packages: ['postgres', 'valibot'] },
    {
      from: 'http',
      to: ['errors', 'outbound', 'projects', 'serving', 'store'],
      packages: ['hono', 'valibot'],
    },
    { from: 'nodes', to: ['errors', 'http', 'serving'], packages: ['viem'] },
    {
      from: 'sources',
      to: ['errors', 'http', 'nodes', 'projects', 'store'],
      typesTo: ['keys', 'login/email'],
      packages: [
        ...['@solana/kit', 'latchkey/siwx/server', 'latchkey/wallets', 'postgres', 'valibot'],
        'viem',
      ],
    },
    { from: 'telemetry', to: ['errors', 'http', 'serving', 'store'] },
    {
      from: 'routes/*',
      to: ['errors', 'http', 'nodes', 'serving', 'sources', 'telemetry'],
      typesTo: ['keys'],
      packages: ['hono', 'valibot', 'viem'],
    },
    {
      from: 'bundler',
      to: ['errors', 'http', 'nodes', 'serving'],
      typesTo: ['config'],
      packages: ['postgres', 'viem'],
    },
    {
      from: 'paymaster',
      to: ['bundler', 'errors', 'http', 'nodes', 'store'],
      typesTo: ['config'],
      packages: ['postgres', 'viem'],
    },
    {
      from: 'relay',
      to: ['errors', 'http', 'projects', 'serving', 'store'],
      packages: ['hono', 'postgres', 'ws'],
    },
    {
      from: 'login/session',
      to: ['errors', 'store'],
      typesTo: ['login', 'projects'],
      packages: ['postgres'],
    },
    {
      from: 'login/site',
      to: ['login/session', 'errors', 'http', 'serving'],
      typesTo: ['projects'],
      packages: ['hono', 'valibot'],
    },
    {
      from: 'login/email',
      to: ['login/session', 'login/site', 'mail'],
      typesTo: ['errors', 'login', 'projects'],
      packages: ['postgres', 'valibot'],
    },
    {
      from: 'login/social',
      to: ['login/session', 'login/site', 'outbound'],
      typesTo: ['login'],
      packages: ['oauth4webapi', 'valibot', 'viem'],
    },
    {
      from: 'login/wallet',
      to: ['login/session', 'login/site', 'errors', 'keys'],
      typesTo: ['login'],
      packages: ['postgres', 'valibot', 'viem'],
    },
    {
      from: 'login',
      to: ['errors', 'keys', 'projects', 'serving', 'store'],
      typesTo: ['nodes'],
      packages: ['postgres'],
    },
    {
      from: 'keyHolder',
      to: ['errors', 'http', 'keys', 'serving', 'store'],
      typesTo: ['outbound'],
      packages: ['@hono/node-server', 'valibot'],
    },
    {
      from: 'config',
      to: ['errors', 'http', 'keys', 'login', 'projects', 'relay', 'serving', 'sources'],
      typesTo: ['nodes'],
      packages: ['valibot'],
    },
    {
      from: 'api',
      to: ['errors', 'http', 'projects', 'serving', 'store'],
      packages: ['@valibot/to-json-schema', 'hono', 'valibot'],
    },
    {
      from: 'compose',
      to: [
        ...['api', 'bundler', 'http', 'nodes', 'outbound', 'paymaster', 'projects', 'routes'],
        ...['serving', 'sources', 'store', 'telemetry'],
      ],
      lazyTo: ['login/email'],
      typesTo: ['config', 'keys'],
      packages: ['postgres'],
    },
    {
      from: 'cli',
      to: [
        ...['config', 'errors', 'keyHolder', 'keys', 'login', 'nodes', 'outbound', 'paymaster'],
        ...['projects', 'sources', 'store'],
      ],
      packages: ['postgres', 'viem'],
    },
    {
      from: 'doctor',
      to: [
        ...['config', 'errors', 'keys', 'login/social', 'mail', 'nodes', 'outbound', 'paymaster'],
        ...['sources', 'store'],
      ],
      packages: ['viem'],
    },
    // The only folder of the provider that imports the development stack; no rule above lists it.
    { from: 'testing', to: ['*'], packages: ['*'] },
  ]),
  ...inApp(
    'dev-stack',
    { to: ['*.ts'], packages: ['@latchkey/provider', '@latchkey/wire', 'node:*', 'viem'] },
    [
      { from: '*.ts', to: [] },
      { from: 'evm', to: [], packages: ['solc'] },
      {
        from: 'solana',
        to: [],
        packages: ['@solana/kit', '@solana-program', 'litesvm', 'ws'],
      },
      { from: 'identity', to: [], packages: ['@hono/node-server', 'hono'] },
      { from: 'inbox', to: [], packages: ['smtp-server'] },
      { from: 'testing', to: [], packages: ['vitest'] },
    ],
  ),
  ...inApp('login', { to: ['*.ts'], packages: ['@latchkey/wire'] }, [
    { from: 'main.ts', to: ['api', 'host', 'methods', 'prompts', 'screens', 'session'] },
    { from: '*.ts', to: [] },
    { from: 'style', to: [], packages: ['@latchkey/parts'] },
    { from: 'api', to: [], packages: ['valibot'] },
    {
      from: 'vault',
      to: ['api'],
      typesTo: ['session'],
      packages: ['@noble/*', '@scure/base', 'shamir-secret-sharing'],
    },
    {
      from: 'session',
      to: ['api'],
      typesTo: ['account', 'vault'],
      packages: ['@scure/base', 'valibot'],
    },
    {
      from: 'account',
      to: ['api'],
      typesTo: ['screens', 'vault'],
      packages: ['@noble/*', '@scure/base', 'viem'],
    },
    { from: 'guard', to: ['style'], typesTo: ['screens'], packages: drawing },
    { from: 'parts', to: ['guard'], typesTo: ['screens'], packages: drawing },
    {
      from: 'code',
      to: ['api', 'parts'],
      typesTo: ['screens', 'vault'],
      packages: ['@noble/*', ...drawing],
    },
    {
      from: 'approve',
      to: ['account', 'guard', 'parts'],
      typesTo: ['screens'],
      packages: ['@scure/base', 'viem', ...drawing],
    },
    {
      from: 'screens',
      to: ['code', 'approve', 'guard', 'parts', 'style'],
      typesTo: ['account', 'prompts', 'vault'],
      packages: drawing,
    },
    { from: 'prompts', to: [], typesTo: ['session'], packages: ['valibot'] },
    {
      from: 'methods',
      to: ['api', 'prompts', 'session'],
      lazyTo: ['approve', 'code'],
      typesTo: ['account', 'host', 'screens', 'vault'],
      packages: ['valibot'],
    },
    {
      from: 'host',
      to: ['api', 'methods', 'prompts', 'session'],
      lazyTo: ['account', 'vault'],
      typesTo: ['account', 'screens', 'vault'],
      packages: ['valibot'],
    },
  ]),
  ...inApp('demo', { to: [], packages: ['latchkey'] }, [
    { from: 'style', to: [] },
    { from: 'configuration', to: [] },
    { from: 'widget', to: ['configuration'] },
    { from: 'requests', to: ['configuration'] },
    { from: 'panel', to: ['configuration'], typesTo: ['widget'], packages: ['react'] },
    { from: 'state', to: ['configuration', 'requests', 'panel'], packages: ['react'] },
    {
      from: 'pages',
      to: ['configuration', 'panel', 'state', 'style', 'widget'],
      packages: ['react', 'react-dom'],
    },
  ]),
  ...inApp(
    'sample-wallet',
    { to: [], packages: ['@latchkey/wire', '@noble/*', '@scure/*', 'viem'] },
    [
      { from: 'control.ts', to: [], typesTo: ['phone', 'wallet'] },
      { from: 'chain', to: [] },
      { from: 'keys', to: [] },
      { from: 'inPage', to: [] },
      { from: 'requests', to: ['chain'] },
      { from: 'bitcoin', to: ['chain', 'inPage', 'keys'], typesTo: ['families'] },
      { from: 'cosmos', to: ['chain'], typesTo: ['families'] },
      { from: 'polkadot', to: ['chain'], typesTo: ['families'] },
      { from: 'solana', to: ['chain', 'inPage', 'keys', 'requests'], typesTo: ['families'] },
      {
        from: 'families',
        to: ['bitcoin', 'chain', 'cosmos', 'polkadot', 'requests', 'solana'],
      },
      { from: 'wallet', to: ['chain', 'families', 'keys', 'requests'] },
      {
        from: 'phone',
        to: ['chain', 'families', 'keys', 'requests'],
        packages: ['@latchkey/pairing', 'jsqr', 'react', 'react-dom'],
      },
    ],
  ),
]

/** The rules of one app: folders are below its `src`, and all of them may import what is `shared`. */
function inApp(app, shared, rules) {
  const toLayers = (folders = []) => folders.map((folder) => `apps/${app}/${folder}`)
  return rules.map(({ from, to, lazyTo, typesTo, packages = [] }) => ({
    from: `apps/${app}/${from}`,
    to: toLayers([...shared.to, ...to]),
    lazyTo: toLayers(lazyTo),
    typesTo: toLayers(typesTo),
    packages: [...shared.packages, ...packages],
  }))
}

/** Meaningless names. */
export const emptyNames = ['utils', 'helpers', 'common', 'constants', 'types']

/** Where a file of the repository belongs in the table, or undefined outside packages and apps. */
export function layerOf(path) {
  const [, group, name, rest] = /^(packages|apps)\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  if (group === 'apps') return `apps/${name}/${rest}`
  if (name === 'wire' || name === 'pairing' || name === 'parts') return `${name}/${rest}`
  return name === 'latchkey' ? rest : undefined
}

/** The rule for a layer, with every `$1` filled in, or undefined. */
export function ruleFor(layer, table = layers) {
  for (const rule of table) {
    const match = new RegExp(`^${asPattern(rule.from)}(?:/|$)`).exec(layer)
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

/** Whether a rule lets its files import a layer in the given way. */
export function allowsLayer(rule, layer, kind) {
  const isIn = (list) => list.some((entry) => isWithin(layer, entry))
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
