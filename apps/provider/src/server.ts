import { type Config, ConfigError, readConfig } from './config.js'
import { createInProcessFanout } from './relay/fanout/inProcess.js'
import { createPostgresFanout } from './relay/fanout/postgresNotify.js'
import type { Log } from './relay/log.js'
import { startRelay } from './relay/startRelay.js'
import { type Database, DatabaseError, openDatabase } from './store/openDatabase.js'

const SHUTDOWN_LIMIT_MS = 10_000

/** One JSON object per line on standard error; standard output says only when it is ready. */
const log: Log = (line) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)
}

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env)
  const stopped = stopSignal()
  const database = await openDatabase(
    config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl },
  )
  const relay = await startRelay(relayOptions(config, database)).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  process.stdout.write(`ready relay ${relay.url}\n`)
  const reason = await Promise.race([stopped, database.lost])
  // Whatever hangs must not keep the process alive for ever.
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref()
  if (reason instanceof DatabaseError) {
    process.stderr.write(`${reason.message}\n`)
    process.exit(1)
  }
  await relay.stop()
  await database.stop()
}

function relayOptions(config: Config, database: Database): Parameters<typeof startRelay>[0] {
  const { host, port, publicUrl, allowedOrigins, trustedProxies, limits, metricsToken } = config
  const fanouts = {
    'in-process': createInProcessFanout,
    postgres: () => createPostgresFanout(database.sql),
  }
  return {
    database,
    host,
    port,
    trustedProxies,
    limits,
    log,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(config.fanout === undefined ? {} : { fanout: fanouts[config.fanout]() }),
  }
}

function stopSignal(): Promise<'stop'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve('stop'))
  })
}

main().catch((error: unknown) => {
  // What the operator can put right gets a sentence; anything else is a fault of ours.
  const isPlain =
    error instanceof ConfigError || error instanceof DatabaseError || isListenError(error)
  process.stderr.write(`${isPlain ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
})

function isListenError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException)?.syscall === 'listen'
}
