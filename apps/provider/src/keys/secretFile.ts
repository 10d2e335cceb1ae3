import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { writeDurably } from '../durableFile.js'
import { ConfigError } from '../errors/ConfigError.js'

/** Reads a file of secrets; undefined if it does not exist. Throws a ConfigError. */
export function readSecretFile<schema extends v.GenericSchema>(
  path: string,
  schema: schema,
): v.InferOutput<schema> | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${path} cannot be read.`, { cause })
  }
  assertPrivate(path)
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw new ConfigError(`${path} is damaged. Restore it, or remove it to create new secrets.`, {
      cause,
    })
  }
}

/** Reads a file with nothing but a service's key. Throws a ConfigError. */
export function readApiKey(path: string): string {
  assertPrivate(path)
  const key = readFileSync(path, 'utf8').trim()
  if (/^[\x21-\x7e]{8,512}$/.test(key)) return key
  throw new ConfigError(`${path} does not contain an API key.`)
}

export function writeSecretFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeDurably(path, `${JSON.stringify(value, undefined, 2)}\n`)
}

/** Throws a ConfigError when other accounts of the machine can read the file. */
export function assertPrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new ConfigError(`${path} cannot be read.`)
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new ConfigError(`${path} can be read by others. Set its mode to 600.`)
  }
}
