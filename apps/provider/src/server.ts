#!/usr/bin/env node
import { backupUsage, runBackup, runRestore } from './cli/backupCommand.js'
import { directoryUsage, runDirectoryCommand } from './cli/directoryCommand.js'
import { initUsage, runInit } from './cli/initCommand.js'
import { keyHolderUsage, runKeyHolderCommand, serveKeyHolder } from './cli/keyHolderCommand.js'
import { namesFlags, namesUsage, runNamesCommand } from './cli/namesCommand.js'
import { projectUsage, runProjectCommand } from './cli/projectCommand.js'
import { findRotation, rotateUsage } from './cli/rotateCommand.js'
import { createSponsorReport } from './cli/sponsorReport.js'
import type { ApiOptions } from './compose/startApi.js'
import type { Config } from './config/Config.js'
import { readConfig, settingNames } from './config/readConfig.js'
import { describeDatabase, reportConfig } from './config/reportConfig.js'
import { assertSameDatabase, recordDatabase } from './config/usedDatabase.js'
import { ConfigError } from './errors/ConfigError.js'
import { ProjectError } from './errors/ProjectError.js'
import { KeyringError } from './keys/Keyring.js'
import { openPaymasterKey } from './keys/paymasterKey.js'
import { openLoginSecrets, openSecrets } from './keys/secrets.js'
import type { Log } from './log.js'
import type { LoginOptions } from './login/startLogin.js'
import type { RelayOptions } from './relay/startRelay.js'
import { urlHost } from './serving/listen.js'
import { DirectoryError } from './sources/directory/DirectoryError.js'
import {
  type Database,
  DatabaseError,
  type DatabaseLocation,
  joinDatabase,
  openDatabase,
} from './store/openDatabase.js'
import { createProjectStore } from './store/projects.js'

const shutdownTimeoutMs = 10_000

const usage = `latchkey-provider [serve] [flags]      starts the server; the README lists the flags
latchkey-provider doctor [flags]       checks the settings against the live services
latchkey-provider project <command>    manages projects
latchkey-provider directory <command>  checks and replaces the wallets of the directory
latchkey-provider keys rotate          creates new keys for wallet shares and re-encrypts all shares
latchkey-provider keys move            moves recovery shares to the keys named by login.recoveryKeys
latchkey-provider names <command>      connects names with ENS
latchkey-provider key-holder <command> stores recovery keys on another host
${rotateUsage}
${backupUsage}
${initUsage}

${projectUsage}

${namesUsage}

${directoryUsage}

${keyHolderUsage}`

/** Writes one JSON object per line to standard error; standard output has only the ready lines. */
const log: Log = (line) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)
}

const terminal = { input: process.stdin, output: process.stderr }
const parts = { env: process.env, locate: getDatabaseLocation }

async function main([command = '', ...rest]: readonly string[]): Promise<void> {
  if (command === 'help' || command === '--help') process.stdout.write(`${usage}\n`)
  else if (command === 'project') await runProject(rest)
  else if (command === 'directory') await runDirectory(rest)
  else if (command === 'keys') await runKeys(rest)
  else if (command === 'key-holder') await runKeyHolder(rest)
  else if (command === 'names') await runNames(rest)
  else if (command === 'doctor') await runDoctorCommand(rest)
  else if (command === 'init')
    process.stdout.write(`${await runInit(rest, terminal, process.env)}\n`)
  else if (command === 'backup') process.stdout.write(`${await runBackup(rest, parts)}\n`)
  else if (command === 'restore') process.stdout.write(`${await runRestore(rest, parts)}\n`)
  else if (command === 'serve') await serve(rest)
  else await serve(command === '' ? [] : [command, ...rest])
}

async function serve(args: readonly string[]): Promise<void> {
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

/** Exits with 1 if something that the settings name is broken. */
async function runDoctorCommand(args: readonly string[]): Promise<void> {
  const { runDoctor } = await import('./doctor/runDoctor.js')
  const { lines, isHealthy } = await runDoctor(readConfig(args, process.env))
  process.stdout.write(`${lines.join('\n')}\n`)
  if (!isHealthy) process.exitCode = 1
}

/** Works with and without a running provider: both use the database. */
async function runProject(args: readonly string[]): Promise<void> {
  const [common, own] = splitArgs(args, settingNames)
  const config = readConfig(common, process.env)
  const database = await joinUsedDatabase(config)
  try {
    const { sql } = database
    const text = await runProjectCommand(
      own,
      createProjectStore(sql),
      createSponsorReport(config, sql),
    )
    process.stdout.write(`${text}\n`)
  } finally {
    await database.stop()
  }
}

/** The flags named, with their values, and everything else. */
function splitArgs(args: readonly string[], flags: readonly string[]): [string[], string[]] {
  const [named, others]: [string[], string[]] = [[], []]
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    const isNamed = flags.some((flag) => arg === `--${flag}` || arg.startsWith(`--${flag}=`))
    const taken = isNamed && !arg.includes('=') ? args.slice(index, index + 2) : [arg]
    ;(isNamed ? named : others).push(...taken)
    index += taken.length - 1
  }
  return [named, others]
}

/** Works with and without a running provider, which reads a new list. */
async function runDirectory(args: readonly string[]): Promise<void> {
  const [common, own] = splitArgs(args, ['data-dir', 'config', 'images-dir'])
  const text = await runDirectoryCommand(own, readConfig(common, process.env))
  process.stdout.write(`${text}\n`)
}

async function runNames(args: readonly string[]): Promise<void> {
  const [own, common] = splitArgs(args.slice(2), namesFlags)
  const config = readConfig(common, process.env)
  const { nameSignerKey } = openSecrets(config.dataDir)
  await runNamesCommand([...args.slice(0, 2), ...own], config, nameSignerKey, (line) => {
    process.stdout.write(`${line}\n`)
  })
}

/** Works with and without a running provider; a running login site picks up the new keys. */
async function runKeys([command, ...args]: readonly string[]): Promise<void> {
  const rotate = findRotation(command)
  if (rotate) {
    process.stdout.write(`${await rotate({ args, env: process.env })}\n`)
    return
  }
  if (command !== 'rotate' && command !== 'move') throw new ConfigError(usage)
  const config = readConfig(args, process.env)
  const { dataDir } = config
  const recoveryKeys = config.login?.recoveryKeys
  if (command === 'move' && recoveryKeys === undefined) {
    throw new ConfigError('Set "login.recoveryKeys" in the config file to the keys to move to.')
  }
  const database = await joinUsedDatabase(config)
  try {
    const { moveRecoveryKeys, rotateShareKeys } = await import('./login/wallet/rotateShareKeys.js')
    if (command === 'move' && recoveryKeys) {
      const count = await moveRecoveryKeys({ dataDir, recoveryKeys }, database.sql)
      process.stdout.write(
        `Moved ${count} recovery shares and destroyed the keys in ${dataDir}. Destroy older backups too.\n`,
      )
    } else {
      const count = await rotateShareKeys({ dataDir, recoveryKeys }, database.sql)
      process.stdout.write(`Created new keys and re-encrypted ${count} shares.\n`)
    }
  } finally {
    await database.stop()
  }
}

/** Prints which database a command changes. */
async function joinUsedDatabase(config: Config): Promise<Database> {
  assertSameDatabase(config)
  process.stderr.write(`database        ${describeDatabase(config)}\n`)
  return joinDatabase(getDatabaseLocation(config))
}

async function runKeyHolder([command = '', ...args]: readonly string[]): Promise<void> {
  if (command !== 'serve') {
    process.stdout.write(`${await runKeyHolderCommand([command, ...args])}\n`)
    return
  }
  const stopped = waitForStopSignal()
  const { holder, report } = await serveKeyHolder(args, log)
  for (const line of report) process.stderr.write(`${line}\n`)
  process.stdout.write(`ready key-holder ${holder.url}\n`)
  await stopped
  setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
  await holder.stop()
}

function getDatabaseLocation({ databaseUrl, dataDir }: Config): DatabaseLocation {
  return databaseUrl === undefined ? { dataDir } : { url: databaseUrl }
}

function apiOptions(config: Config, database: Database): ApiOptions {
  const { host, port, publicUrl, trustedProxies, metricsToken } = config
  const localLogin = `http://${urlHost(host)}:${config.loginPort}`
  const loginUrl = config.loginUrl ?? (config.roles.includes('login') ? localLogin : undefined)
  const { chains, names, aggregators, indexes, onramp, pay, bundler, wallets, ipfsGateway, rates } =
    config
  return {
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

/** Errors the operator can fix: only their message is printed, without a stack. */
const expectedErrors = [ConfigError, DatabaseError, ProjectError, DirectoryError, KeyringError]

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = expectedErrors.some((kind) => error instanceof kind) || isListenError(error)
  process.stderr.write(`${isExpected ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
})

function isListenError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException)?.syscall === 'listen'
}
