import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { ConfigError } from './configError.js'
import { readConfigFile, type StructuredSettings } from './configFile.js'
import { plainServer } from './login/social/socialSettings.js'
import { parseAllowedOrigins } from './projects/origins.js'
import { DEFAULT_LIMITS, type RelayLimits } from './relay/limits.js'
import { createClientNetworks, isLoopback } from './serving/clientNetwork.js'

export { ConfigError } from './configError.js'

/** What one process does. */
export const ROLES = ['api', 'relay', 'telemetry', 'login'] as const
export type Role = (typeof ROLES)[number]

/** Logging in needs a mail server, which no start can find by itself. */
const USUAL_ROLES: readonly Role[] = ['api', 'relay', 'telemetry']

/** The provider's settings, checked. */
export interface Config extends StructuredSettings {
  readonly configFile: string | undefined
  readonly roles: readonly Role[]
  readonly host: string
  readonly port: number
  readonly relayPort: number
  readonly loginPort: number
  readonly dataDir: string
  /** The operator's own images, a folder per kind. */
  readonly imagesDir: string | undefined
  readonly databaseUrl: string | undefined
  readonly publicUrl: string | undefined
  readonly relayUrl: string | undefined
  readonly loginUrl: string | undefined
  readonly allowedOrigins: readonly string[] | undefined
  readonly trustedProxies: readonly string[]
  readonly fanout: 'in-process' | 'postgres' | undefined
  readonly metricsToken: string | undefined
  readonly limits: Partial<RelayLimits>
  /** Whether others than this machine can reach it. */
  readonly isExposed: boolean
}

const SETTINGS = [
  'config',
  'roles',
  'host',
  'port',
  'relay-port',
  'login-port',
  'data-dir',
  'images-dir',
  'database-url',
  'public-url',
  'relay-url',
  'login-url',
  'allowed-origins',
  'trusted-proxies',
  'fanout',
  'metrics-token',
  'limits',
] as const

type Setting = (typeof SETTINGS)[number]

/** A value and how to call it in a sentence about it. */
type Given = { readonly text: string; readonly name: string }

const DATA_DIR = './latchkey-data'

/**
 * Reads flags, then `LATCHKEY_*` variables, then the file. Throws a ConfigError for the first bad value.
 */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const flags = readFlags(args)
  const told = (setting: Setting): Given | undefined => {
    const variable = `LATCHKEY_${setting.toUpperCase().replaceAll('-', '_')}`
    const [flag, value] = [flags[setting], env[variable]]
    if (flag !== undefined && flag !== '') return { text: flag, name: `--${setting}` }
    if (value !== undefined && value !== '') return { text: value, name: variable }
    return undefined
  }
  const dataDir = told('data-dir')?.text ?? DATA_DIR
  const configFile = told('config')?.text ?? usualFile(dataDir)
  const file =
    configFile === undefined
      ? { flags: {} as Record<string, string>, chains: [], rates: {} }
      : readConfigFile(
          configFile,
          // Where the file is found cannot stand in it.
          SETTINGS.filter((setting) => setting !== 'config' && setting !== 'data-dir'),
        )
  const given = (setting: Setting): Given | undefined => {
    const text = file.flags[setting]
    return (
      told(setting) ?? (text ? { text, name: `${configFile}: ${camelCase(setting)}` } : undefined)
    )
  }
  const { flags: _, ...structured } = file
  const host = readHost(given('host'))
  const config: Config = {
    ...structured,
    configFile,
    roles: readRoles(given('roles')),
    host,
    port: readPort(given('port'), 4404),
    relayPort: readPort(given('relay-port'), 4405),
    loginPort: readPort(given('login-port'), 4408),
    dataDir,
    imagesDir: given('images-dir')?.text,
    databaseUrl: readUrl(given('database-url'), ['postgres:', 'postgresql:'], true),
    publicUrl: readUrl(given('public-url'), ['https:', 'http:'])?.replace(/\/$/, ''),
    relayUrl: readUrl(given('relay-url'), ['wss:', 'ws:']),
    loginUrl: readUrl(given('login-url'), ['https:', 'http:'])?.replace(/\/$/, ''),
    allowedOrigins: readOrigins(given('allowed-origins')),
    trustedProxies: checkList(given('trusted-proxies'), createClientNetworks),
    fanout: readFanout(given('fanout')),
    metricsToken: readMetricsToken(given('metrics-token')),
    limits: readLimits(given('limits')),
    isExposed: !isLoopback(host) && host !== 'localhost',
  }
  checkOrigin(config.publicUrl, given('public-url'))
  checkOrigin(config.loginUrl, given('login-url'))
  checkPorts(config)
  if (config.roles.includes('login')) checkLogin(config)
  if (config.isExposed) checkExposure(config)
  return config
}

/** On an address others can reach, the settings that protect people must be there. */
function checkExposure(config: Config): void {
  const { host, roles, publicUrl, relayUrl, loginUrl, allowedOrigins, chains, onramp } = config
  const because = `--host ${host} is reachable by others, so`
  if (roles.some((role) => role !== 'relay')) {
    checkEncrypted('--public-url', publicUrl, 'https://', because)
  }
  if (roles.includes('login')) checkEncrypted('--login-url', loginUrl, 'https://', because)
  if (roles.includes('relay')) {
    checkEncrypted('--relay-url', relayUrl, 'wss://', because)
    if (allowedOrigins === undefined)
      throw new ConfigError(`${because} --allowed-origins is needed.`)
  }
  const local = chains.find(({ prices }) => prices?.kind === 'fixed')
  if (local) throw new ConfigError(`${because} ${local.id} cannot have fixed prices.`)
  if (onramp?.driver === 'sandbox') {
    throw new ConfigError(`${because} the onramp cannot be the sandbox, which gives tokens away.`)
  }
  const plain = config.social && plainServer(config.social)
  if (plain) throw new ConfigError(`${because} social cannot use ${plain}, which is not encrypted.`)
}

function checkEncrypted(
  name: string,
  url: string | undefined,
  scheme: string,
  because: string,
): void {
  if (url === undefined) throw new ConfigError(`${because} ${name} is needed.`)
  if (!url.startsWith(scheme)) {
    throw new ConfigError(`${because} ${name} ${url} must begin with ${scheme}.`)
  }
}

function checkOrigin(url: string | undefined, given: Given | undefined): void {
  if (url === undefined || given === undefined) return
  if (new URL(url).origin !== url) {
    throw new ConfigError(`${given.name} ${given.text} is more than a scheme, a host and a port.`)
  }
}

function checkPorts({ roles, port, relayPort, loginPort }: Config): void {
  const taken = [
    ...(roles.includes('api') || roles.includes('telemetry') ? [['--port', port] as const] : []),
    ...(roles.includes('relay') ? [['--relay-port', relayPort] as const] : []),
    ...(roles.includes('login') ? [['--login-port', loginPort] as const] : []),
  ]
  taken.forEach(([name, wanted], index) => {
    const [other] = taken.slice(0, index).find(([, one]) => one === wanted && one !== 0) ?? []
    if (other !== undefined) {
      throw new ConfigError(`${other} and ${name} are both ${wanted}; they must differ.`)
    }
  })
}

/** What nobody can log in without. */
function checkLogin({ roles, mail, publicUrl, loginUrl }: Config): void {
  if (!mail) {
    throw new ConfigError('The role login needs "mail" in the file of settings, to send codes.')
  }
  if (!roles.includes('api') && publicUrl === undefined) {
    throw new ConfigError('The role login without api needs --public-url, where the API is.')
  }
  if (loginUrl !== undefined && loginUrl === publicUrl) {
    throw new ConfigError(
      '--login-url and --public-url are the same; keys need a site of their own.',
    )
  }
}

function usualFile(dataDir: string): string | undefined {
  const path = join(dataDir, 'provider.json')
  return existsSync(path) ? path : undefined
}

function camelCase(setting: string): string {
  return setting.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
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

function readRoles(given: Given | undefined): readonly Role[] {
  if (!given) return USUAL_ROLES
  const roles = readList(given)
  for (const role of roles) {
    if (!ROLES.includes(role as Role)) {
      throw new ConfigError(`${given.name} ${role} is none of ${ROLES.join(', ')}.`)
    }
  }
  if (roles.length === 0) throw new ConfigError(`${given.name} names no role.`)
  return ROLES.filter((role) => roles.includes(role))
}

function readHost(given: Given | undefined): string {
  if (!given) return '127.0.0.1'
  if (isIP(given.text) !== 0 || given.text === 'localhost') return given.text
  throw new ConfigError(`${given.name} ${given.text} is not an IP address or localhost.`)
}

function readPort(given: Given | undefined, usual: number): number {
  if (!given) return usual
  const port = /^\d{1,5}$/.test(given.text) ? Number(given.text) : Number.NaN
  if (port <= 65_535) return port
  throw new ConfigError(`${given.name} ${given.text} is not a port between 0 and 65535.`)
}

function readUrl(
  given: Given | undefined,
  protocols: readonly string[],
  holdsPassword = false,
): string | undefined {
  if (!given) return undefined
  const protocol = parseUrl(given.text)?.protocol ?? ''
  if (protocols.includes(protocol)) return given.text
  const shown = holdsPassword ? '' : ` ${given.text}`
  throw new ConfigError(`${given.name}${shown} is not a URL that begins with ${protocols[0]}//.`)
}

function readList(given: Given | undefined): string[] {
  return (given?.text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readOrigins(given: Given | undefined): readonly string[] | undefined {
  return given && checkList(given, parseAllowedOrigins)
}

/** Whoever uses a list knows best what is wrong with it. */
function checkList(
  given: Given | undefined,
  parse: (list: readonly string[]) => unknown,
): readonly string[] {
  const list = readList(given)
  try {
    parse(list)
    return list
  } catch (error) {
    throw new ConfigError(`${given?.name}: ${(error as Error).message}`, { cause: error })
  }
}

function readFanout(given: Given | undefined): Config['fanout'] {
  const text = given?.text
  if (text === undefined || text === 'in-process' || text === 'postgres') return text
  throw new ConfigError(`${given?.name} ${text} is neither in-process nor postgres.`)
}

function readMetricsToken(given: Given | undefined): string | undefined {
  if (!given || given.text.length >= 16) return given?.text
  throw new ConfigError(`${given.name} is shorter than 16 characters.`)
}

/** `name=value` pairs, e.g. `topicsPerClient=200,mailboxMessages=100`. */
function readLimits(given: Given | undefined): Partial<RelayLimits> {
  return Object.fromEntries(
    readList(given).map((pair) => {
      const [name = '', text = ''] = pair.split('=')
      if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
        throw new ConfigError(`${given?.name} ${pair} names no limit.`)
      }
      const figure = /^\d{1,12}$/.test(text) ? Number(text) : 0
      if (figure > 0) return [name, figure]
      throw new ConfigError(`${given?.name} ${pair} is not a whole number above zero.`)
    }),
  )
}
