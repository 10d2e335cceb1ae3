import * as v from 'valibot'
import { type Clock, systemClock } from '../clock.js'
import type { Outbound, OutboundResponse } from '../outbound/createOutbound.js'
import { type Keyring, KeyringError, type KeyringErrorCode } from './Keyring.js'
import { parseKeyResponse, sendToKeys } from './sendToKeys.js'
import { type AwsCredentials, signV4 } from './signV4.js'

export type KmsKeyringOptions = {
  /** An origin with the API of AWS KMS. */
  readonly endpoint: string
  readonly region: string
  readonly keyId: string
  readonly previousKeyIds: readonly string[]
  /** Read before every call, because temporary credentials are replaced. */
  readonly credentials: () => AwsCredentials
  readonly outbound: Outbound
  readonly clock?: Clock
}

/** The prefix of key ids in the database names the driver. */
const prefix = 'kms:'
const maxResponseBytes = 32_768

const base64 = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9+/]+={0,2}$/),
  v.transform((text) => Buffer.from(text, 'base64')),
)
const ciphertext = v.object({ CiphertextBlob: base64, KeyId: v.string() })
const responses = {
  Encrypt: ciphertext,
  Decrypt: v.object({ Plaintext: base64, KeyId: v.string() }),
  ReEncrypt: ciphertext,
}
type Action = keyof typeof responses

/** Error types of the API; all others mean `denied`. */
const failures: Readonly<Record<string, KeyringErrorCode>> = {
  InvalidCiphertextException: 'not-authentic',
  IncorrectKeyException: 'not-authentic',
  NotFoundException: 'key-unknown',
  ThrottlingException: 'limited',
  LimitExceededException: 'limited',
  KMSInternalException: 'unavailable',
  DependencyTimeoutException: 'unavailable',
  KeyUnavailableException: 'unavailable',
  ServiceUnavailableException: 'unavailable',
  InternalFailure: 'unavailable',
}

/** Keys that never leave a key management service with the API of AWS KMS. */
export function createKmsKeyring({
  endpoint,
  region,
  keyId: currentKey,
  previousKeyIds,
  credentials,
  outbound,
  clock = systemClock,
}: KmsKeyringOptions): Keyring {
  const known = [currentKey, ...previousKeyIds]

  async function call<action extends Action>(
    action: action,
    request: Readonly<Record<string, unknown>>,
    key: string,
  ): Promise<v.InferOutput<(typeof responses)[action]>> {
    const body = JSON.stringify(request)
    const { host: _, ...headers } = signV4({
      host: new URL(endpoint).host,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `TrentService.${action}`,
      },
      body,
      region,
      service: 'kms',
      credentials: credentials(),
      now: clock.now(),
    })
    const limitBytes = maxResponseBytes
    const response = await sendToKeys(outbound, `${endpoint}/`, {
      headers,
      body,
      maxBytes: limitBytes,
    })
    if (response.status !== 200) throw toKeyringError(response)
    const parsed = v.safeParse(responses[action], parseKeyResponse(response))
    // The service returns the ARN, whatever form was requested.
    if (!parsed.success || !isSameKey(parsed.output.KeyId, key)) {
      throw new KeyringError('bad-response')
    }
    return parsed.output as v.InferOutput<(typeof responses)[action]>
  }

  function getKey(keyId: string): string {
    const key = known.find((one) => `${prefix}${one}` === keyId)
    if (key === undefined) throw new KeyringError('key-unknown')
    return key
  }
  const currentId = `${prefix}${currentKey}`
  const toEncryptionContext = (context: string) => ({ latchkey: context })

  return {
    currentId: async () => currentId,
    has: async (keyId) => known.some((one) => `${prefix}${one}` === keyId),
    async seal(plain, context) {
      const { CiphertextBlob } = await call(
        'Encrypt',
        {
          KeyId: currentKey,
          Plaintext: Buffer.from(plain).toString('base64'),
          EncryptionContext: toEncryptionContext(context),
        },
        currentKey,
      )
      return { keyId: currentId, box: CiphertextBlob }
    },
    async open({ keyId, box }, context) {
      const key = getKey(keyId)
      const { Plaintext } = await call(
        'Decrypt',
        {
          KeyId: key,
          CiphertextBlob: box.toString('base64'),
          EncryptionContext: toEncryptionContext(context),
        },
        key,
      )
      return Plaintext
    },
    async reseal({ keyId, box }, context) {
      const { CiphertextBlob } = await call(
        'ReEncrypt',
        {
          SourceKeyId: getKey(keyId),
          SourceEncryptionContext: toEncryptionContext(context),
          CiphertextBlob: box.toString('base64'),
          DestinationKeyId: currentKey,
          DestinationEncryptionContext: toEncryptionContext(context),
        },
        currentKey,
      )
      return { keyId: currentId, box: CiphertextBlob }
    },
  }
}

function isSameKey(reported: string, requested: string): boolean {
  return reported === requested || reported.endsWith(`:key/${requested}`)
}

function toKeyringError(response: OutboundResponse): KeyringError {
  const content = parseKeyResponse(response)
  const { __type = '' } = Object(content) as { __type?: unknown }
  const errorType = response.headers['x-amzn-errortype'] ?? __type
  // Some servers add a namespace before the type, or a link after it.
  const type = String(errorType).replace(/^.*#/, '').replace(/:.*$/, '')
  if (Object.hasOwn(failures, type)) return new KeyringError(failures[type] as KeyringErrorCode)
  if (type === '') return new KeyringError(response.status >= 500 ? 'unavailable' : 'bad-response')
  return new KeyringError('denied', { cause: new Error(type) })
}
