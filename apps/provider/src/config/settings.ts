import { isIP } from 'node:net'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { ConfigError } from '../errors/ConfigError.js'
import { parseAllowedOrigins } from '../projects/origins.js'
import { defaultRelayLimits, type RelayLimits } from '../relay/relayLimits.js'
import { allRoles, type Config, type Role } from './Config.js'

/** A setting's text, and its name for error messages. */
export type SettingValue = { readonly text: string; readonly name: string }

/** Without login, which needs a mail server. */
const defaultRoles: readonly Role[] = ['api', 'relay', 'telemetry']

export function readRoles(given: SettingValue | undefined): readonly Role[] {
  if (!given) return defaultRoles
  const roles = readList(given)
  for (const role of roles) {
    if (!allRoles.includes(role as Role)) {
      throw new ConfigError(`${given.name} ${role} is not one of ${allRoles.join(', ')}.`)
    }
  }
  if (roles.length === 0) throw new ConfigError(`${given.name} has no role.`)
  return allRoles.filter((role) => roles.includes(role))
}

export function readHost(given: SettingValue | undefined): string {
  if (!given) return '127.0.0.1'
  if (isIP(given.text) !== 0 || given.text === 'localhost') return given.text
  throw new ConfigError(`${given.name} ${given.text} is not an IP address or localhost.`)
}

export function readPort(given: SettingValue | undefined, fallback: number): number {
  if (!given) return fallback
  const port = /^\d{1,5}$/.test(given.text) ? Number(given.text) : Number.NaN
  if (port <= 65_535) return port
  throw new ConfigError(`${given.name} ${given.text} is not a port between 0 and 65535.`)
}

export function readUrl(
  given: SettingValue | undefined,
  protocols: readonly string[],
  isSecret = false,
): string | undefined {
  if (!given) return undefined
  const protocol = parseUrl(given.text)?.protocol ?? ''
  if (protocols.includes(protocol)) return given.text
  const shown = isSecret ? '' : ` ${given.text}`
  throw new ConfigError(`${given.name}${shown} is not a URL that starts with ${protocols[0]}//.`)
}

export function readUrls(
  given: SettingValue | undefined,
  protocols: readonly string[],
): readonly string[] {
  const urls = readList(given).map((text) => readUrl(given && { ...given, text }, protocols))
  return urls.filter((url) => url !== undefined)
}

/** A URL without path, query or fragment. */
export function readOrigin(given: SettingValue | undefined): string | undefined {
  const url = readUrl(given, ['https:', 'http:'])?.replace(/\/$/, '')
  if (given === undefined || url === undefined || new URL(url).origin === url) return url
  throw new ConfigError(`${given.name} ${given.text} must be only a scheme, a host and a port.`)
}

function readList(given: SettingValue | undefined): string[] {
  return (given?.text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function readOrigins(given: SettingValue | undefined): readonly string[] | undefined {
  return given && checkList(given, parseAllowedOrigins)
}

/** Runs `parse` only for its errors. */
export function checkList(
  given: SettingValue | undefined,
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

export function readFanout(given: SettingValue | undefined): Config['fanout'] {
  const text = given?.text
  if (text === undefined || text === 'in-process' || text === 'postgres') return text
  throw new ConfigError(`${given?.name} ${text} is neither in-process nor postgres.`)
}

export function readMetricsToken(given: SettingValue | undefined): string | undefined {
  if (!given || given.text.length >= 16) return given?.text
  throw new ConfigError(`${given.name} is shorter than 16 characters.`)
}

/** `name=value` pairs, e.g. `topicsPerClient=200,mailboxMessages=100`. */
export function readLimits(given: SettingValue | undefined): Partial<RelayLimits> {
  return Object.fromEntries(
    readList(given).map((pair) => {
      const [name = '', text = ''] = pair.split('=')
      if (!Object.hasOwn(defaultRelayLimits, name)) {
        throw new ConfigError(`${given?.name} ${pair} is not a known limit.`)
      }
      const figure = /^\d{1,12}$/.test(text) ? Number(text) : 0
      if (figure > 0) return [name, figure]
      throw new ConfigError(`${given?.name} ${pair} is not a whole number above zero.`)
    }),
  )
}
