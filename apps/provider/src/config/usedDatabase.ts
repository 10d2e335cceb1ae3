import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../errors/ConfigError.js'
import type { Config } from './Config.js'
import { describeDatabase } from './reportConfig.js'

type Location = Pick<Config, 'databaseUrl' | 'dataDir'>

const recordOf = (dataDir: string) => join(dataDir, 'database.json')

/** Remembers which database the server of a data directory uses, without user and password. */
export function recordDatabase(config: Location): void {
  const path = recordOf(config.dataDir)
  if (config.databaseUrl === undefined) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify({ server: describeDatabase(config) })}\n`, { mode: 0o600 })
}

/** Throws a ConfigError for a command that would change another database than the server uses. */
export function assertSameDatabase(config: Location): void {
  const { dataDir, databaseUrl } = config
  const path = recordOf(dataDir)
  if (databaseUrl !== undefined || !existsSync(path)) return
  const { server } = Object(JSON.parse(readFileSync(path, 'utf8'))) as { server?: unknown }
  throw new ConfigError(
    `The provider in ${dataDir} uses the database ${server}. Pass the same --database-url, or set it in the config file or LATCHKEY_DATABASE_URL.`,
  )
}
