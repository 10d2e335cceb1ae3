import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readHost, readPort, type SettingValue } from '../config/settings.js'
import { ConfigError } from '../errors/ConfigError.js'
import { createCertificates } from '../keyHolder/certificates.js'
import {
  keyHolderFiles,
  type RunningKeyHolder,
  startKeyHolder,
} from '../keyHolder/startKeyHolder.js'
import { openFileKeyring } from '../keys/fileKeyring.js'
import { readTlsFiles } from '../keys/tlsFiles.js'
import type { Log } from '../log.js'
import { lockDirectory } from '../store/directoryLock.js'

export const keyHolderUsage = `latchkey-provider key-holder <command>

  serve --ca-file <path> --certificate-file <path> --key-file <path>
        [--data-dir <path>] [--host <address>] [--port <n>]
        [--opens-per-hour <n>] [--metrics-port <n>]
                                       stores recovery keys for a provider on another host
  rotate [--data-dir <path>]           creates a new key; the key holder may be running
  certificates --names <list> --out <path> [--days <n>]
                                       creates the certificates for both hosts`

const defaults = { dataDir: './latchkey-keys', port: 4410, opensPerHour: 60, days: 825 }

/** A running key holder and the lines to print. */
export type ServedKeyHolder = { readonly holder: RunningKeyHolder; readonly report: string[] }

export async function serveKeyHolder(args: readonly string[], log: Log): Promise<ServedKeyHolder> {
  const values = readFlags(args, [
    'data-dir',
    'host',
    'port',
    'ca-file',
    'certificate-file',
    'key-file',
    'opens-per-hour',
    'metrics-port',
  ])
  const given = (name: string): SettingValue | undefined => {
    const text = values[name]
    return text === undefined ? undefined : { text, name: `--${name}` }
  }
  const tls = readTlsFiles({
    caFile: requireFlag(values, 'ca-file'),
    certificateFile: requireFlag(values, 'certificate-file'),
    keyFile: requireFlag(values, 'key-file'),
  })
  const dataDir = values['data-dir'] ?? defaults.dataDir
  const opensPerHour = readCount(given('opens-per-hour'), defaults.opensPerHour, 10_000)
  const metricsPort = given('metrics-port')
  const holder = await startKeyHolder({
    host: readHost(given('host')),
    port: readPort(given('port'), defaults.port),
    dataDir,
    tls,
    opensPerHour,
    metricsPort: metricsPort && readPort(metricsPort, 0),
    log,
  })
  return {
    holder,
    report: [
      `keys            ${join(dataDir, keyHolderFiles.keys)}`,
      `audit           ${join(dataDir, keyHolderFiles.audit)}`,
      `opens           ${opensPerHour} an hour`,
      `certificate     valid until ${new X509Certificate(tls.cert).validTo}`,
      `metrics         ${holder.metricsUrl ?? 'none'}`,
    ],
  }
}

/** Runs every command but `serve` and returns the text to print. Throws a ConfigError. */
export async function runKeyHolderCommand([command, ...args]: readonly string[]): Promise<string> {
  if (command === 'rotate') {
    const values = readFlags(args, ['data-dir'])
    const path = await rotateKeys(values['data-dir'] ?? defaults.dataDir)
    return `Created a new key in ${path}. Run "latchkey-provider keys rotate" on the provider's host to use it for all shares.`
  }
  if (command === 'certificates') {
    const values = readFlags(args, ['names', 'out', 'days'])
    return writeCertificates(
      readNames(requireFlag(values, 'names')),
      requireFlag(values, 'out'),
      readCount(
        values.days === undefined ? undefined : { text: values.days, name: '--days' },
        defaults.days,
        36_500,
      ),
    )
  }
  throw new ConfigError(keyHolderUsage)
}

/** Locked, because two concurrent rotations would lose one of the keys. */
async function rotateKeys(dataDir: string): Promise<string> {
  const path = join(dataDir, keyHolderFiles.keys)
  if (!existsSync(path))
    throw new ConfigError(`There is no ${path}; start the key holder there first.`)
  const directory = join(dataDir, 'rotation')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(directory)
  try {
    await openFileKeyring(path).rotate()
  } finally {
    await lock.release()
  }
  return path
}

function writeCertificates(names: readonly string[], out: string, days: number): string {
  const { keyHolder, provider } = createCertificates({ names, days, now: Date.now() })
  const folders = { 'key-holder': keyHolder, provider }
  for (const [folder, { ca, cert, key }] of Object.entries(folders)) {
    const directory = join(out, folder)
    const files = { 'ca.pem': ca, 'certificate.pem': cert, 'key.pem': key }
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(directory, name), content, { mode: 0o600, flag: 'wx' })
      }
    } catch (cause) {
      throw new ConfigError(`${directory} cannot be written, or already has certificates.`, {
        cause,
      })
    }
  }
  return `Move ${join(out, 'key-holder')} to the key holder's host and ${join(out, 'provider')} to the provider's host. Leave no copy here.`
}

function readNames(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  const bad = names.find((name) => isIP(name) === 0 && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(name))
  if (bad !== undefined) throw new ConfigError(`--names "${bad}" is not a host name or IP address.`)
  return names
}

function readCount(given: SettingValue | undefined, fallback: number, max: number): number {
  if (!given) return fallback
  const count = /^\d{1,6}$/.test(given.text) ? Number(given.text) : 0
  if (count >= 1 && count <= max) return count
  throw new ConfigError(`${given.name} ${given.text} is not a whole number from 1 to ${max}.`)
}

function requireFlag(values: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = values[name]
  if (value !== undefined && value !== '') return value
  throw new ConfigError(`This command needs --${name}.`)
}

function readFlags(
  args: readonly string[],
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Record<string, string>
  } catch (cause) {
    throw new ConfigError((cause as Error).message, { cause })
  }
}
