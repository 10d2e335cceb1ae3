import { type Configuration, differences, initialConfiguration } from './configuration.js'
import { accepts, type Field } from './fields.js'

/** A configuration as the part of an address after `#`: what differs from the start, one by one. */
export function encodeHash(fields: readonly Field[], configuration: Configuration): string {
  const parameters = new URLSearchParams()
  for (const { path } of differences(fields, initialConfiguration(fields), configuration)) {
    const value = configuration[path]
    parameters.set(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return parameters.toString()
}

export type DecodedHash = {
  readonly configuration: Configuration
  /** Values that were not understood and keep their default. */
  readonly problems: readonly string[]
}

export function decodeHash(fields: readonly Field[], hash: string): DecodedHash {
  const values = new Map(Object.entries(initialConfiguration(fields)))
  const problems: string[] = []
  for (const [path, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const field = fields.find((known) => known.path === path)
    const value = field && readValue(field, text)
    if (field && accepts(field, value)) values.set(path, value as Configuration[string])
    else problems.push(path)
  }
  return { configuration: Object.fromEntries(values), problems }
}

function readValue({ initial }: Field, text: string): unknown {
  if (typeof initial === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no field accepts it
  }
}
