import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '../errors/ConfigError.js'
import type { TlsIdentity } from '../outbound/createOutbound.js'
import { assertPrivate } from './secretFile.js'

/** Paths of PEM files. */
export type TlsFiles = {
  /** The CA of the other side's certificates. */
  readonly caFile: string
  readonly certificateFile: string
  readonly keyFile: string
}

/** Reads the three files of one side of a mutual TLS connection. Throws a ConfigError. */
export function readTlsFiles({ caFile, certificateFile, keyFile }: TlsFiles): TlsIdentity {
  assertPrivate(keyFile)
  const identity = { ca: read(caFile), cert: read(certificateFile), key: read(keyFile) }
  try {
    createSecureContext(identity)
  } catch (cause) {
    throw new ConfigError(`${keyFile} is not the key of ${certificateFile}, or not PEM.`, { cause })
  }
  return identity
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read.`, { cause })
  }
}
