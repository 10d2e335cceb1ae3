import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '../errors/ConfigError.js'
import { createClientNetworks, isExposed } from '../serving/clientNetwork.js'
import type { Config } from './Config.js'
import { checkConfig } from './checkConfig.js'
import { readConfigFile } from './configFile.js'
import {
  checkList,
  readFanout,
  readHost,
  readLimits,
  readMetricsToken,
  readOrigin,
  readOrigins,
  readPort,
  readRoles,
  readUrl,
  readUrls,
  type SettingValue,
} from './settings.js'

export const settingNames = [
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
  'preset',
] as const

type Setting = (typeof settingNames)[number]

export const defaultDataDir = './latchkey-data'

/** Flags win over `LATCHKEY_*` variables, these over the config file. Throws a ConfigError for the first bad value. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const flags = readFlags(args)
  const readOverride = (setting: Setting): SettingValue | undefined => {
    const variable = `LATCHKEY_${setting.toUpperCase().replaceAll('-', '_')}`
    const [flag, value] = [flags[setting], env[variable]]
    if (flag !== undefined && flag !== '') return { text: flag, name: `--${setting}` }
    if (value !== undefined && value !== '') return { text: value, name: variable }
    return undefined
  }
  const dataDir = readOverride('data-dir')?.text ?? defaultDataDir
  const configFile = readOverride('config')?.text ?? findDefaultFile(dataDir)
  const file = readConfigFile(
    configFile,
    // The file cannot set its own location.
    settingNames.filter((setting) => setting !== 'config' && setting !== 'data-dir'),
    readOverride('preset')?.text,
  )
  const given = (setting: Setting): SettingValue | undefined => {
    const text = file.flags[setting]
    return (
      readOverride(setting) ??
      (text ? { text, name: `${configFile}: ${camelCase(setting)}` } : undefined)
    )
  }
  const { flags: _, ...structured } = file
  const host = readHost(given('host'))
  const publicUrl = readOrigin(given('public-url'))
  const relayUrls = readUrls(given('relay-url'), ['wss:', 'ws:'])
  const loginUrl = readOrigin(given('login-url'))
  const config: Config = {
    ...structured,
    configFile,
    preset: given('preset')?.text,
    roles: readRoles(given('roles')),
    host,
    port: readPort(given('port'), 4404),
    relayPort: readPort(given('relay-port'), 4405),
    loginPort: readPort(given('login-port'), 4408),
    dataDir,
    imagesDir: given('images-dir')?.text,
    databaseUrl: readUrl(given('database-url'), ['postgres:', 'postgresql:'], true),
    publicUrl,
    relayUrls,
    loginUrl,
    allowedOrigins: readOrigins(given('allowed-origins')),
    trustedProxies: checkList(given('trusted-proxies'), createClientNetworks),
    fanout: readFanout(given('fanout')),
    metricsToken: readMetricsToken(given('metrics-token')),
    limits: readLimits(given('limits')),
    isExposed: isExposed(host, [publicUrl, ...relayUrls, loginUrl]),
  }
  checkConfig(config)
  return config
}

function findDefaultFile(dataDir: string): string | undefined {
  const path = join(dataDir, 'provider.json')
  return existsSync(path) ? path : undefined
}

function camelCase(setting: string): string {
  return setting.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function readFlags(args: readonly string[]): Partial<Record<Setting, string>> {
  const options = Object.fromEntries(
    settingNames.map((name) => [name, { type: 'string' as const }]),
  )
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Partial<
      Record<Setting, string>
    >
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
