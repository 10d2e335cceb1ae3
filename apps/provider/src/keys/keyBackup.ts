import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '../errors/ConfigError.js'
import { readSecretFile } from './secretFile.js'

/** The files of a data directory that no database dump has. */
const keyFiles = [
  'secrets.json',
  'sign-in-keys.json',
  'share-keys.json',
  'recovery-keys.json',
  'paymaster-keys.json',
  'paymaster-signer.json',
  'provider.json',
] as const

const backup = v.strictObject({
  format: v.literal('latchkey-keys-1'),
  files: v.record(v.picklist(keyFiles), v.string()),
})

/** Writes the keys and settings of a data directory to a new file. Returns their names. */
export function writeKeyBackup(dataDir: string, path: string): readonly string[] {
  const present = keyFiles.filter((name) => existsSync(join(dataDir, name)))
  const files = Object.fromEntries(
    present.map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]),
  )
  const text = `${JSON.stringify({ format: 'latchkey-keys-1', files }, undefined, 2)}\n`
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
  return present
}

/** Writes the files of a backup into a data directory; none that is there is replaced. Throws a ConfigError. */
export function restoreKeyBackup(path: string, dataDir: string): readonly string[] {
  const known = readSecretFile(path, backup)
  if (!known) throw new ConfigError(`${path} cannot be read.`)
  const files = Object.entries(known.files)
  for (const [name, content] of files) {
    const place = join(dataDir, name)
    if (existsSync(place) && readFileSync(place, 'utf8') !== content) {
      throw new ConfigError(
        `${place} exists with other content; restore into a new data directory.`,
      )
    }
  }
  for (const [name, content] of files) {
    writeFileSync(join(dataDir, name), content, { mode: 0o600, flush: true })
  }
  return files.map(([name]) => name)
}
