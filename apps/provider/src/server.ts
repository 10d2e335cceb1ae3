#!/usr/bin/env node
import { backupUsage, runBackup, runRestore } from './cli/backupCommand.js'
import { directoryUsage, runDirectoryCommand } from './cli/directoryCommand.js'
import { initUsage, runInit } from './cli/initCommand.js'
import { keyHolderUsage, runKeyHolderCommand } from './cli/keyHolderCommand.js'
import { namesFlags, namesUsage, runNamesCommand } from './cli/namesCommand.js'
import { projectUsage, runProjectCommand } from './cli/projectCommand.js'
import { findRotation, rotateUsage } from './cli/rotateCommand.js'
import { createSponsorReport } from './cli/sponsorReport.js'
import type { Config } from './config/Config.js'
import { readConfig, settingNames } from './config/readConfig.js'
import { describeDatabase } from './config/reportConfig.js'
import { assertSameDatabase } from './config/usedDatabase.js'
import { ConfigError } from './errors/ConfigError.js'
import { ProjectError } from './errors/ProjectError.js'
import { KeyringError } from './keys/Keyring.js'
import { openSecrets } from './keys/secrets.js'
import { getDatabaseLocation, serve, serveKeys } from './serve.js'
import { DirectoryError } from './sources/directory/DirectoryError.js'
import { type Database, DatabaseError, joinDatabase } from './store/openDatabase.js'
import { createProjectStore } from './store/projects.js'

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

const usages: Readonly<Record<string, string>> = {
  backup: backupUsage,
  directory: directoryUsage,
  init: initUsage,
  'key-holder': keyHolderUsage,
  names: namesUsage,
  project: projectUsage,
  restore: backupUsage,
}

const terminal = { input: process.stdin, output: process.stderr }
const parts = { env: process.env, locate: getDatabaseLocation }

async function main([command = '', ...rest]: readonly string[]): Promise<void> {
  if (command === 'help' || command === '--help' || rest.includes('--help'))
    process.stdout.write(`${usages[command] ?? usage}\n`)
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
      config,
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
  if (command === 'serve') await serveKeys(args)
  else process.stdout.write(`${await runKeyHolderCommand([command, ...args])}\n`)
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
