import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../config/Config.js'
import { readConfig } from '../config/readConfig.js'
import { assertSameDatabase } from '../config/usedDatabase.js'
import { ConfigError } from '../errors/ConfigError.js'
import { restoreKeyBackup, writeKeyBackup } from '../keys/keyBackup.js'
import { restoreBackup, writeBackup } from '../store/backup.js'
import { type DatabaseLocation, joinDatabase, openForRestore } from '../store/openDatabase.js'

export const backupUsage = `latchkey-provider backup --to <folder> [--keys-to <folder>]
                                       writes the data, and the keys and settings to another folder
latchkey-provider restore <file> [--keys <file>]
                                       loads a backup into a new data directory or database`

type Parts = {
  readonly env: Readonly<Record<string, string | undefined>>
  locate(config: Config): DatabaseLocation
}

const commonFlags = ['data-dir', 'database-url', 'config'] as const

/** Works with and without a running provider. Returns the text to print. */
export async function runBackup(args: readonly string[], { env, locate }: Parts): Promise<string> {
  const { values, common } = parse(args, ['to', 'keys-to'])
  const { to, 'keys-to': keysTo } = values
  if (to === undefined) throw new ConfigError('This command needs --to, the folder for the data.')
  const config = readConfig(common, env)
  assertSameDatabase(config)
  const folder = makeFolder(to)
  const keyFolder = keysTo === undefined ? undefined : makeFolder(keysTo)
  if (keyFolder === folder) {
    throw new ConfigError('--to and --keys-to are the same folder; keep keys apart from data.')
  }
  const name = `latchkey-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const dataFile = join(folder, `${name}.backup`)
  const database = await joinDatabase(locate(config))
  const lines: string[] = []
  try {
    const { rows, tables, schema } = await writeBackup(database.sql, dataFile)
    lines.push(`${dataFile}: ${rows} rows of ${tables} tables, schema ${schema}`)
  } finally {
    await database.stop()
  }
  if (keyFolder !== undefined) {
    const keyFile = join(keyFolder, `${name}.keys`)
    lines.push(`${keyFile}: ${writeKeyBackup(config.dataDir, keyFile).join(', ')}`)
  }
  return lines.join('\n')
}

/** The provider must not run. Returns the text to print. */
export async function runRestore(args: readonly string[], { env, locate }: Parts): Promise<string> {
  const { values, positionals, common } = parse(args, ['keys'])
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) {
    throw new ConfigError('This command needs the file of a backup.')
  }
  const lines: string[] = []
  if (values.keys !== undefined) {
    const { dataDir } = readConfig(common, env)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    lines.push(`Restored ${restoreKeyBackup(values.keys, dataDir).join(', ')}.`)
  }
  // Read again, because the settings may have been among the keys.
  const config = readConfig(common, env)
  assertSameDatabase(config)
  const database = await openForRestore(locate(config))
  try {
    const { rows, tables } = await restoreBackup(database.sql, resolve(file))
    lines.push(`Restored ${rows} rows of ${tables} tables.`)
  } finally {
    await database.stop()
  }
  return lines.join('\n')
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return realpathSync(path)
}

function parse<name extends string>(args: readonly string[], names: readonly name[]) {
  const options = Object.fromEntries(
    [...names, ...commonFlags].map((name) => [name, { type: 'string' as const }]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const given = values as Partial<Record<name | (typeof commonFlags)[number], string>>
    const common = commonFlags.flatMap((name) => {
      const value = given[name]
      return value === undefined ? [] : [`--${name}`, value]
    })
    return { values: given, positionals, common }
  } catch (cause) {
    throw new ConfigError((cause as Error).message, { cause })
  }
}
