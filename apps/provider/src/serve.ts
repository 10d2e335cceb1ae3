import { serveKeyHolder } from './cli/keyHolderCommand.js'
import type { ApiOptions } from './compose/startApi.js'
import type { Config } from './config/Config.js'
import { readConfig } from './config/readConfig.js'
import { reportConfig } from './config/reportConfig.js'
import { recordDatabase } from './config/usedDatabase.js'
import { openPaymasterKey } from './keys/paymasterKey.js'
import { openLoginSecrets, openSecrets } from './keys/secrets.js'
import type { Log } from './log.js'
import type { LoginOptions } from './login/startLogin.js'
import type { RelayOptions } from './relay/startRelay.js'
import { urlHost } from './serving/listen.js'
import {
  type Database,
  DatabaseError,
  type DatabaseLocation,
  openDatabase,
} from './store/openDatabase.js'

/** Writes one JSON object per line to standard error; standard output has only the ready lines. */
const log: Log = (line) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)
}

const shutdownTimeoutMs = 10_000

/** Starts the roles of the settings, and stops them at a signal. */
export async function serve(args: readonly string[]): Promise<void> {
  const config = readConfig(args, process.env)
  const secrets = openSecrets(config.dataDir)
  for (const line of reportConfig(config)) process.stderr.write(`${line}\n`)
  const stopped = waitForStopSignal()
  const database = await openDatabase(getDatabaseLocation(config))
  recordDatabase(config)
  const running: { readonly name: string; readonly url: string; stop(): Promise<void> }[] = []
  const stopAll = async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    await database.stop()
  }
  try {
    const roles = config.roles.filter((role) => role === 'api' || role === 'telemetry')
    // Imported late, so that a provider whose data directory is in use exits before loading them.
    if (roles.length > 0) {
      const { startApi } = await import('./compose/startApi.js')
      const paymaster = config.roles.includes('api') ? await openPaymaster(config) : undefined
      const api = await startApi({ ...apiOptions(config, database), ...secrets, paymaster, roles })
      running.push({ ...api, name: 'api' })
    }
    if (config.roles.includes('login')) {
      const { startLogin } = await import('./login/startLogin.js')
      const api = running.find(({ name }) => name === 'api')
      const login = await startLogin(loginOptions(config, database, api?.url))
      running.push({ ...login, name: 'login' })
    }
    if (config.roles.includes('relay')) {
      const relay = await import('./relay/startRelay.js')
      const started = await relay.startRelay(relayOptions(config, database, relay))
      running.push({ ...started, name: 'relay' })
    }
  } catch (error) {
    await stopAll()
    throw error
  }
  for (const { name, url } of running) process.stdout.write(`ready ${name} ${url}\n`)
  const reason = await Promise.race([stopped, database.lost])
  // A shutdown that hangs must not keep the process alive.
  setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
  if (reason instanceof DatabaseError) {
    process.stderr.write(`${reason.message}\n`)
    process.exit(1)
  }
  await stopAll()
}

/** Starts a key holder, and stops it at a signal. */
export async function serveKeys(args: readonly string[]): Promise<void> {
  const stopped = waitForStopSignal()
  const { holder, report } = await serveKeyHolder(args, log)
  for (const line of report) process.stderr.write(`${line}\n`)
  process.stdout.write(`ready key-holder ${holder.url}\n`)
  await stopped
  setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
  await holder.stop()
}

export function getDatabaseLocation({ databaseUrl, dataDir }: Config): DatabaseLocation {
  return databaseUrl === undefined ? { dataDir } : { url: databaseUrl }
}

function apiOptions(config: Config, database: Database): ApiOptions {
  const { host, port, publicUrl, trustedProxies, metricsToken } = config
  const localLogin = `http://${urlHost(host)}:${config.loginPort}`
  const loginUrl = config.loginUrl ?? (config.roles.includes('login') ? localLogin : undefined)
  const { chains, names, aggregators, indexes, onramp, pay, bundler, wallets, ipfsGateway, rates } =
    config
  return {
    mail: config.mail,
    database,
    host,
    port,
    trustedProxies,
    chains,
    names,
    onramp,
    pay,
    aggregators,
    indexes,
    bundler,
    catalogue: {
      dataDir: config.dataDir,
      changes: wallets,
      removed: config.removedWallets,
    },
    ipfsGateway,
    imagesDir: config.imagesDir,
    rates,
    log,
    ...(config.roles.includes('login') || config.social
      ? { socials: Object.keys(config.social ?? {}) }
      : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(loginUrl === undefined ? {} : { loginUrl }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
  }
}

/** Prints the signer, because the paymaster's owner has to name it in the contract. */
async function openPaymaster({ paymaster, dataDir }: Config): Promise<ApiOptions['paymaster']> {
  if (!paymaster) return undefined
  const { keys, ...settings } = paymaster
  const { signerKey, address } = await openPaymasterKey(dataDir, keys)
  process.stderr.write(`paymaster key   signs as ${address}\n`)
  return { ...settings, signerKey }
}

function loginOptions(
  config: Config,
  database: Database,
  /** URL of the API in this process. */
  localApi: string | undefined,
): LoginOptions {
  const { host, loginPort, loginUrl, trustedProxies, chains, bundler, paymaster, social, mail } =
    config
  const { metricsToken } = config
  const { recoveryKeys, recoveryWaitHours } = config.login ?? {}
  const apiUrl = config.publicUrl ?? localApi
  if (!mail || apiUrl === undefined) throw new TypeError('The configuration was not checked.')
  return {
    database,
    host,
    port: loginPort,
    trustedProxies,
    chains,
    mail,
    log,
    apiUrl,
    secrets: openLoginSecrets(config.dataDir, recoveryKeys),
    ...(recoveryWaitHours !== undefined && { recoveryWaitMs: recoveryWaitHours * 3_600_000 }),
    ...(loginUrl === undefined ? {} : { publicUrl: loginUrl }),
    ...(social && { social }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(bundler && { bundlerChains: bundler.chains }),
    ...(paymaster && { paymasters: paymaster.contracts, tokenFees: paymaster.tokenFees }),
  }
}

function relayOptions(
  config: Config,
  database: Database,
  relay: typeof import('./relay/startRelay.js'),
): RelayOptions {
  const { host, relayPort, relayUrls, allowedOrigins, trustedProxies, limits, metricsToken } =
    config
  const fanouts = {
    'in-process': relay.createInProcessFanout,
    postgres: () => relay.createPostgresFanout(database.sql),
  }
  return {
    database,
    host,
    port: relayPort,
    publicUrls: relayUrls,
    trustedProxies,
    limits,
    log,
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(config.fanout === undefined ? {} : { fanout: fanouts[config.fanout]() }),
  }
}

function waitForStopSignal(): Promise<'stop'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve('stop'))
  })
}
