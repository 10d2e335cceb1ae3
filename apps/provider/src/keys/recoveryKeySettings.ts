import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'

const path = v.pipe(
  v.string('is not text'),
  v.minLength(1, 'is empty'),
  v.maxLength(1_000, 'is too long'),
)
const text = v.pipe(
  v.string('is not text'),
  v.regex(/^[\w.:/-]{1,256}$/, 'has characters that are not allowed'),
)
/** An alias can later name another key, so stored key ids would be wrong. */
const kmsKeyId = v.pipe(
  text,
  v.check((id) => !id.includes('alias/'), 'is an alias; name the key by its id or ARN'),
)

/** Calls of the login site time out after 15 s. */
export const maxTimeoutMs = 10_000

/** The `login.recoveryKeys` section of the settings file. */
export const recoveryKeySettings = v.variant('driver', [
  v.strictObject({ driver: v.literal('file'), path }),
  v.strictObject({
    driver: v.literal('remote'),
    /** The key holder: `https://keys.internal:4410`. */
    url: v.pipe(
      v.string('is not text'),
      v.check((url) => isOrigin(url, ['https:']), 'is not an address like https://host:port'),
    ),
    caFile: path,
    certificateFile: path,
    keyFile: path,
    timeoutMs: v.optional(
      v.pipe(
        v.number('is not a number'),
        v.integer('is not a whole number'),
        v.minValue(100, 'is below 100'),
        v.maxValue(maxTimeoutMs, `is above ${maxTimeoutMs}`),
      ),
    ),
  }),
  v.strictObject({
    driver: v.literal('kms'),
    region: v.pipe(v.string('is not text'), v.regex(/^[a-z0-9-]{1,40}$/, 'is not a region')),
    keyId: kmsKeyId,
    /** Only open earlier shares. */
    previousKeyIds: v.optional(v.array(kmsKeyId), []),
    /** Default: the endpoint of AWS in the region. */
    endpoint: v.optional(
      v.pipe(
        v.string('is not text'),
        v.check(isKmsEndpoint, 'is not an address like https://host:port'),
      ),
    ),
    /** JSON with `accessKeyId`, `secretAccessKey` and perhaps `sessionToken`. */
    credentialsFile: path,
  }),
])

export type RecoveryKeySettings = v.InferOutput<typeof recoveryKeySettings>

/** One line for the operator, without secrets. */
export function describeRecoveryKeys(
  settings: RecoveryKeySettings | undefined,
  defaultFile: string,
): string {
  switch (settings?.driver) {
    case 'remote':
      return `by the key holder at ${new URL(settings.url).host}`
    case 'kms':
      return `by KMS at ${new URL(kmsEndpoint(settings)).host}, key ${settings.keyId}`
    case 'file':
      return `in ${settings.path}`
    default:
      return `in ${defaultFile}; anyone with a copy of it and of the database can open them`
  }
}

/** A credential file inside the data directory, which backups would copy with the data. */
export function findExposedCredential(
  settings: RecoveryKeySettings,
  dataDir: string,
): string | undefined {
  const secret =
    settings.driver === 'remote'
      ? settings.keyFile
      : settings.driver === 'kms'
        ? settings.credentialsFile
        : undefined
  return secret !== undefined && isInside(secret, dataDir) ? secret : undefined
}

export function kmsEndpoint({
  endpoint,
  region,
}: Extract<RecoveryKeySettings, { driver: 'kms' }>): string {
  return (endpoint ?? `https://kms.${region}.amazonaws.com`).replace(/\/$/, '')
}

function isInside(file: string, directory: string): boolean {
  const between = relative(realPath(directory), realPath(file))
  return !between.startsWith('..') && !isAbsolute(between)
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file)
}

/** Plain HTTP would expose plaintext, so it is allowed on this machine only. */
function isKmsEndpoint(url: string): boolean {
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(parseUrl(url)?.hostname ?? '')
  return isOrigin(url, isLocal ? ['https:', 'http:'] : ['https:'])
}

function isOrigin(url: string, protocols: readonly string[]): boolean {
  const parsed = parseUrl(url)
  return (
    parsed !== undefined &&
    protocols.includes(parsed.protocol) &&
    parsed.origin === url.replace(/\/$/, '')
  )
}
