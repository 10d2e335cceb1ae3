import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from './configError.js'

/** Made at the first start; whoever has them can speak as this provider. */
export interface Secrets {
  /** Signs what the provider tells ENS clients about its names. */
  readonly nameSignerKey: `0x${string}`
}

const secrets = v.object({
  nameSignerKey: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-f]{64}$/),
    v.transform((key) => key as `0x${string}`),
  ),
})

/** Reads the secrets in the data directory, or makes them. Throws a ConfigError. */
export function openSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  const known = readSecrets(path)
  if (known) return known
  const made: Secrets = { nameSignerKey: `0x${randomBytes(32).toString('hex')}` }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // A killed start leaves either none or all of it.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(made, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, path)
  return made
}

function readSecrets(path: string): Secrets | undefined {
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
    return v.parse(secrets, JSON.parse(text))
  } catch (cause) {
    throw new ConfigError(`${path} is damaged; restore it, or remove it to make new secrets.`, {
      cause,
    })
  }
}
