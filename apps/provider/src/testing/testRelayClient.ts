import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { WebSocket } from 'ws'

export type Frame = {
  id: number | string
  method?: string
  params?: {
    id: string
    data: { topic: string; message: string; tag: number; publishedAt: number; attestation?: string }
  }
  result?: unknown
  error?: { code: number; message: string; data?: string }
}

/** A minimal relay client with its own tokens and frames. It shares no code with the relay. */
export type TestRelayClient = {
  readonly socket: WebSocket
  readonly frames: Frame[]
  readonly closed: Promise<{ code: number; reason: string }>
  call(method: string, params: unknown): Promise<unknown>
  send(method: string, params: unknown): string
  waitForResponse(id: string | number): Promise<Frame>
  /** Texts received on a topic so far. */
  messages(topic?: string): string[]
  close(): Promise<void>
}

export type ClientOptions = {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Receives without acknowledging. */
  readonly isSilent?: boolean
  /** Whether it responds to pings; true by default. */
  readonly autoPong?: boolean
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function randomTopic(): string {
  return randomBytes(32).toString('hex')
}

export function makeToken({
  seed = randomBytes(32),
  audience,
  issuedAt,
  lifetime = 86_400,
}: {
  seed?: Uint8Array
  audience: string
  issuedAt: number
  lifetime?: number
}): string {
  const iat = Math.floor(issuedAt / 1_000)
  const claims = {
    iss: didOf(ed25519.getPublicKey(seed)),
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat,
    exp: iat + lifetime,
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${Buffer.from(ed25519.sign(Buffer.from(text), seed)).toString('base64url')}`
}

export async function openClient(
  url: string,
  {
    token = makeToken({ audience: url, issuedAt: Date.now() }),
    headers = {},
    isSilent = false,
    autoPong = true,
  }: ClientOptions = {},
): Promise<TestRelayClient> {
  const socket = new WebSocket(`${url}/?auth=${token}&projectId=test`, {
    autoPong,
    headers,
  })
  const frames: Frame[] = []
  const waiting = new Map<string, (frame: Frame) => void>()
  const early = new Map<string, Frame>()
  let counter = Date.now() * 1_000
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    frames.push(frame)
    if (frame.method === 'irn_subscription') {
      if (!isSilent) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return
    }
    const resolve = waiting.get(String(frame.id))
    if (resolve) resolve(frame)
    else early.set(String(frame.id), frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  socket.on('error', () => socket.terminate())
  const client: TestRelayClient = {
    socket,
    frames,
    closed,
    send(method, params) {
      counter += 1
      const id = String(counter)
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      return id
    },
    waitForResponse(id) {
      const frame = early.get(String(id))
      if (frame) return Promise.resolve(frame)
      return new Promise((resolve) => waiting.set(String(id), resolve))
    },
    async call(method, params) {
      const { error, result } = await client.waitForResponse(client.send(method, params))
      if (error)
        throw Object.assign(new Error(error.message), { code: error.code, data: error.data })
      return result
    },
    messages: (topic) =>
      frames.flatMap(({ params }) =>
        params && (topic === undefined || params.data.topic === topic) ? [params.data.message] : [],
      ),
    async close() {
      socket.close()
      await closed
    },
  }
  return client
}

function didOf(publicKey: Uint8Array): string {
  let value = BigInt(`0xed01${Buffer.from(publicKey).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = base58Alphabet.charAt(Number(value % 58n)) + text
  return `did:key:z${text}`
}
