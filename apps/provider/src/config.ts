import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { createClientNetworks, isLoopback } from './relay/clientNetwork.js'
import { DEFAULT_LIMITS, type RelayLimits } from './relay/limits.js'
import { parseAllowedOrigins } from './relay/origins.js'

/** The provider's settings, checked. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly publicUrl: string | undefined
  readonly allowedOrigins: readonly string[] | undefined
  readonly trustedProxies: readonly string[]
  readonly fanout: 'in-process' | 'postgres' | undefined
  readonly metricsToken: string | undefined
  readonly limits: Partial<RelayLimits>
}

/** A setting that cannot be used; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'bad-config'
}

const SETTINGS = [
  'host',
  'port',
  'data-dir',
  'database-url',
  'public-url',
  'allowed-origins',
  'trusted-proxies',
  'fanout',
  'metrics-token',
  'limits',
] as const

type Setting = (typeof SETTINGS)[number]

/** Reads flags, then `LATCHKEY_*` variables. Throws a ConfigError for the first bad value. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const flags = readFlags(args)
  const given = (setting: Setting): string | undefined => {
    const variable = `LATCHKEY_${setting.toUpperCase().replaceAll('-', '_')}`
    const value = flags[setting] ?? env[variable]
    return value === undefined || value === '' ? undefined : value
  }
  const config: Config = {
    host: readHost(given('host') ?? '127.0.0.1'),
    port: readPort(given('port') ?? '4405'),
    dataDir: given('data-dir') ?? './data',
    databaseUrl: readUrl('database-url', given('database-url'), ['postgres:', 'postgresql:']),
    publicUrl: readUrl('public-url', given('public-url'), ['wss:', 'ws:']),
    allowedOrigins: readOrigins(given('allowed-origins')),
    trustedProxies: checkList(
      'trusted-proxies',
      readList(given('trusted-proxies')),
      createClientNetworks,
    ),
    fanout: readFanout(given('fanout')),
    metricsToken: readMetricsToken(given('metrics-token')),
    limits: readLimits(given('limits')),
  }
  checkExposure(config)
  return config
}

/** On an address others can reach, the settings that protect people must be there. */
function checkExposure({ host, publicUrl, allowedOrigins }: Config): void {
  if (isLoopback(host) || host === 'localhost') return
  if (publicUrl === undefined) {
    throw new ConfigError(`--host ${host} is reachable by others, so --public-url is needed.`)
  }
  if (!publicUrl.startsWith('wss:')) {
    throw new ConfigError(
      `--public-url ${publicUrl} is not encrypted; on --host ${host} it must begin with wss://.`,
    )
  }
  if (allowedOrigins === undefined) {
    throw new ConfigError(`--host ${host} is reachable by others, so --allowed-origins is needed.`)
  }
}

function readFlags(args: readonly string[]): Partial<Record<Setting, string>> {
  const options = Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Partial<
      Record<Setting, string>
    >
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function readHost(value: string): string {
  if (isIP(value) !== 0 || value === 'localhost') return value
  throw new ConfigError(`--host ${value} is not an IP address or localhost.`)
}

function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port <= 65_535) return port
  throw new ConfigError(`--port ${value} is not a port between 0 and 65535.`)
}

function readUrl(name: Setting, value: string | undefined, protocols: readonly string[]) {
  if (value === undefined) return undefined
  const protocol = URL.canParse(value) ? new URL(value).protocol : ''
  if (protocols.includes(protocol)) return value
  // A database URL holds a password: it is not repeated.
  const shown = name === 'database-url' ? '' : ` ${value}`
  throw new ConfigError(`--${name}${shown} is not a URL that begins with ${protocols[0]}//.`)
}

function readList(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readOrigins(value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined
  return checkList('allowed-origins', readList(value), parseAllowedOrigins)
}

/** Whoever uses a list knows best what is wrong with it. */
function checkList(
  name: Setting,
  list: readonly string[],
  parse: (list: readonly string[]) => unknown,
): readonly string[] {
  try {
    parse(list)
    return list
  } catch (error) {
    throw new ConfigError(`--${name}: ${(error as Error).message}`, { cause: error })
  }
}

function readFanout(value: string | undefined): Config['fanout'] {
  if (value === undefined || value === 'in-process' || value === 'postgres') return value
  throw new ConfigError(`--fanout ${value} is neither in-process nor postgres.`)
}

function readMetricsToken(value: string | undefined): string | undefined {
  if (value === undefined || value.length >= 16) return value
  throw new ConfigError('--metrics-token is shorter than 16 characters.')
}

/** `name=value` pairs, e.g. `topicsPerClient=200,mailboxMessages=100`. */
function readLimits(value: string | undefined): Partial<RelayLimits> {
  return Object.fromEntries(
    readList(value).map((pair) => {
      const [name = '', text = ''] = pair.split('=')
      if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
        throw new ConfigError(`--limits ${pair} names no limit.`)
      }
      const figure = /^\d{1,12}$/.test(text) ? Number(text) : 0
      if (figure > 0) return [name, figure]
      throw new ConfigError(`--limits ${pair} is not a whole number above zero.`)
    }),
  )
}
