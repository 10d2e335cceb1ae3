import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { close, listen } from '../serving/listen.js'

export type FakeKms = {
  readonly url: string
  /** The actions requested so far. */
  readonly calls: readonly string[]
  /** Responds with this to the next call, or to a later one. */
  fail(
    status: number,
    body: string,
    options?: { readonly headers?: Readonly<Record<string, string>>; readonly after?: number },
  ): void
  disable(keyId: string): void
  stop(): Promise<void>
}

export const kmsAccount = {
  region: 'eu-central-1',
  accessKeyId: 'AKIATESTTESTTESTTEST',
  secretAccessKey: 'secret/of+the+stand+in',
  sessionToken: 'a-session-token',
}

const arnOf = (id: string) => `arn:aws:kms:${kmsAccount.region}:111122223333:key/${id}`

/**
 * A server with the API of AWS KMS for Encrypt, Decrypt and ReEncrypt. It has its own implementation of
 * Signature Version 4, on the raw request.
 */
export async function startFakeKms(keyIds: readonly string[]): Promise<FakeKms> {
  const keys = new Map(keyIds.map((id) => [arnOf(id), randomBytes(32)]))
  const disabled = new Set<string>()
  const calls: string[] = []
  /** By call number. */
  const planned = new Map<number, { status: number; body: string; headers: object }>()

  function keyOf(id: unknown): [string, Buffer] {
    const arn = String(id).startsWith('arn:') ? String(id) : arnOf(String(id))
    const key = keys.get(arn)
    if (!key) throw new KmsError('NotFoundException')
    if (disabled.has(arn)) throw new KmsError('DisabledException')
    return [arn, key]
  }

  function encrypt(keyId: unknown, plain: Buffer, context: unknown) {
    const [arn, key] = keyOf(keyId)
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(contextBytes(context))
    const name = Buffer.from(arn)
    const box = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]
    const blob = Buffer.concat([Buffer.from([name.length]), name, ...box])
    return { CiphertextBlob: blob.toString('base64'), KeyId: arn }
  }

  function decrypt(keyId: unknown, blob: Buffer, context: unknown): [string, Buffer] {
    const length = blob[0] ?? 0
    const name = blob.subarray(1, 1 + length).toString()
    const box = blob.subarray(1 + length)
    if (!keys.has(name) || box.length < 28) throw new KmsError('InvalidCiphertextException')
    const [arn, key] = keyOf(keyId)
    if (arn !== name) throw new KmsError('IncorrectKeyException')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12))
      decipher.setAAD(contextBytes(context))
      decipher.setAuthTag(box.subarray(-16))
      return [arn, Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])]
    } catch {
      throw new KmsError('InvalidCiphertextException')
    }
  }

  function answer(action: string, input: Record<string, unknown>): object {
    const blob = Buffer.from(String(input.CiphertextBlob), 'base64')
    if (action === 'Encrypt') {
      const plain = Buffer.from(String(input.Plaintext), 'base64')
      const made = encrypt(input.KeyId, plain, input.EncryptionContext)
      return { ...made, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
    }
    if (action === 'Decrypt') {
      const [arn, plain] = decrypt(input.KeyId, blob, input.EncryptionContext)
      return {
        KeyId: arn,
        Plaintext: plain.toString('base64'),
        EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      }
    }
    if (action === 'ReEncrypt') {
      const [source, plain] = decrypt(input.SourceKeyId, blob, input.SourceEncryptionContext)
      const made = encrypt(input.DestinationKeyId, plain, input.DestinationEncryptionContext)
      return { ...made, SourceKeyId: source }
    }
    throw new KmsError('UnknownOperationException')
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const [, action = ''] = /^TrentService\.(\w+)$/.exec(header(request, 'x-amz-target')) ?? []
    calls.push(action)
    const next = planned.get(calls.length)
    const reply = (status: number, text: string, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/x-amz-json-1.1', ...headers })
        .end(text)
    if (next) return reply(next.status, next.body, next.headers)
    try {
      checkSignature(request, body)
      return reply(200, JSON.stringify(answer(action, JSON.parse(body.toString()))))
    } catch (error) {
      if (!(error instanceof KmsError)) throw error
      return reply(400, JSON.stringify({ __type: error.type, message: 'no' }))
    }
  })
  const port = await listen(server, 0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    fail(status, body, { headers = {}, after = 0 } = {}) {
      planned.set(calls.length + after + 1, { status, body, headers })
    },
    disable: (keyId) => disabled.add(arnOf(keyId)),
    stop: () => close(server),
  }
}

class KmsError extends Error {
  readonly type: string
  constructor(type: string) {
    super(type)
    this.type = type
  }
}

function checkSignature(request: IncomingMessage, body: Buffer): void {
  const [, credential, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      header(request, 'authorization'),
    ) ?? []
  const date = header(request, 'x-amz-date')
  const day = date.slice(0, 8)
  const { accessKeyId, secretAccessKey, region, sessionToken } = kmsAccount
  if (credential !== `${accessKeyId}/${day}/${region}/kms/aws4_request`) {
    throw new KmsError('UnrecognizedClientException')
  }
  for (const needed of ['content-type', 'host', 'x-amz-date', 'x-amz-target']) {
    if (!names.split(';').includes(needed)) throw new KmsError('IncompleteSignatureException')
  }
  if (header(request, 'x-amz-security-token') !== sessionToken) {
    throw new KmsError('ExpiredTokenException')
  }
  let canonical = `${request.method}\n${request.url}\n\n`
  for (const name of names.split(';')) canonical += `${name}:${header(request, name)}\n`
  canonical += `\n${names}\n${createHash('sha256').update(body).digest('hex')}`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/kms/aws4_request\n${digest}`
  const mac = (key: string | Buffer, value: string) =>
    createHmac('sha256', key).update(value).digest()
  const key = mac(mac(mac(mac(`AWS4${secretAccessKey}`, day), region), 'kms'), 'aws4_request')
  if (mac(key, text).toString('hex') !== signature) throw new KmsError('InvalidSignatureException')
}

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '')
}

function contextBytes(context: unknown): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(Object(context)).sort()))
}
