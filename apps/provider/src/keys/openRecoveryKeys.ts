import { statSync } from 'node:fs'
import * as v from 'valibot'
import { ConfigError } from '../errors/ConfigError.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { openFileKeyring } from './fileKeyring.js'
import type { Keyring } from './Keyring.js'
import { createKmsKeyring } from './kmsKeyring.js'
import { kmsEndpoint, type RecoveryKeySettings } from './recoveryKeySettings.js'
import { createRemoteKeyring } from './remoteKeyring.js'
import { readSecretFile } from './secretFile.js'
import type { AwsCredentials } from './signV4.js'
import { readTlsFiles } from './tlsFiles.js'

const kmsTimeoutMs = 5_000

/** Opens the configured recovery keys. Throws a ConfigError. Connects only when used. */
export function openRecoveryKeys(settings: RecoveryKeySettings): Keyring {
  switch (settings.driver) {
    case 'file':
      return openFileKeyring(settings.path)
    case 'remote':
      return createRemoteKeyring({ ...settings, tls: readTlsFiles(settings) })
    case 'kms': {
      const endpoint = kmsEndpoint(settings)
      return createKmsKeyring({
        ...settings,
        endpoint,
        credentials: openCredentials(settings.credentialsFile),
        outbound: createOutbound({ allowPrivate: [endpoint], timeoutMs: kmsTimeoutMs }),
      })
    }
  }
}

const secret = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/))
const awsCredentials = v.strictObject({
  accessKeyId: secret,
  secretAccessKey: secret,
  sessionToken: v.optional(secret),
})

/** Reads the file again after it was replaced, as temporary credentials are. */
function openCredentials(path: string): () => AwsCredentials {
  let version = ''
  let credentials: AwsCredentials | undefined
  function read(): AwsCredentials {
    const stats = statSync(path, { throwIfNoEntry: false })
    const found = stats ? `${stats.ino} ${stats.mtimeMs}` : ''
    if (!credentials || (found !== '' && found !== version)) {
      credentials = readSecretFile(path, awsCredentials)
      version = found
    }
    if (!credentials) throw new ConfigError(`${path} cannot be read.`)
    return credentials
  }
  read()
  return read
}
