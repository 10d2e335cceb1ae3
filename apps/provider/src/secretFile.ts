import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from './configError.js'

/** Reads a file of secrets; undefined when there is none. Throws a ConfigError. */
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
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new ConfigError(`${path} can be read by others; give it mode 600.`)
  }
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw new ConfigError(`${path} is damaged; restore it, or remove it to make new secrets.`, {
      cause,
    })
  }
}

/** A killed write, or a power cut, leaves either what was there before or all of the new. */
export function writeSecretFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  renameSync(draft, path)
  flushDirectory(dirname(path))
}

/** Until then the new name is only in memory, and what is hidden under a new key would be lost with it. */
function flushDirectory(path: string): void {
  // Windows has no such thing.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
