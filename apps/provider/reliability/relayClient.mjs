import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws'

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Pauses before reconnecting, as in `@latchkey/pairing`: half of each is random. */
const reconnectMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

/**
 * A separate client implementation. It reconnects, subscribes again and repeats unanswered calls. If
 * `onMessage` returns false, it "crashes": it drops its socket without acknowledging.
 */
export function createRelayClient(url, { onMessage = () => true, headers = {} } = {}) {
  const keys = createKeys()
  const topics = new Set()
  const calls = new Map()
  let socket
  let isEnded = false
  let nextId = Date.now() * 1_000
  let onOpen = []
  let failures = 0
  let openedAt = 0

  function connect() {
    if (isEnded) return
    // A new token each time: the relay may still have the old socket open with the last one.
    const mine = new WebSocket(`${url}/?auth=${makeToken(keys, url)}`, {
      perMessageDeflate: false,
      headers,
    })
    socket = mine
    mine.on('open', () => {
      failures = 0
      openedAt = performance.now()
      if (topics.size > 0) send('irn_batchSubscribe', { topics: [...topics] }, () => {})
      for (const [id, { text }] of calls) if (calls.has(id)) mine.send(text)
      for (const resolve of onOpen.splice(0)) resolve()
    })
    mine.on('message', (data) => {
      if (mine !== socket || mine.readyState !== WebSocket.OPEN) return
      const frame = JSON.parse(data)
      if (frame.method === 'irn_subscription') {
        if (onMessage(frame.params.data)) {
          mine.send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
        } else mine.terminate()
        return
      }
      const call = calls.get(frame.id)
      calls.delete(frame.id)
      call?.settle(frame)
    })
    // A close event follows.
    mine.on('error', () => mine.terminate())
    mine.on('close', () => {
      if (mine !== socket) return
      const pause = reconnectMs[Math.min(failures, reconnectMs.length - 1)]
      failures += 1
      setTimeout(connect, pause * (0.5 + Math.random() / 2))
    })
  }

  function send(method, params, settle) {
    nextId += 1
    const text = JSON.stringify({ id: nextId, jsonrpc: '2.0', method, params })
    calls.set(nextId, { text, settle })
    if (socket?.readyState === WebSocket.OPEN) socket.send(text)
  }

  function call(method, params) {
    return new Promise((resolve, reject) => {
      send(method, params, ({ result, error }) => {
        if (error) reject(new Error(error.message))
        else resolve(result)
      })
    })
  }

  connect()
  return {
    call,
    /** When its last socket opened. */
    get openedAt() {
      return openedAt
    },
    opened: () =>
      new Promise((resolve) => {
        if (socket?.readyState === WebSocket.OPEN) resolve()
        else onOpen.push(resolve)
      }),
    async subscribe(topic) {
      topics.add(topic)
      await call('irn_subscribe', { topic })
    },
    publish: (topic, message, ttl = 300) =>
      call('irn_publish', { topic, message, ttl, tag: 1108, prompt: false }),
    end() {
      isEnded = true
      onOpen = []
      socket?.terminate()
    },
  }
}

export function randomTopic() {
  return randomBytes(32).toString('hex')
}

export function createKeys() {
  return generateKeyPairSync('ed25519')
}

export function makeToken({ privateKey, publicKey }, audience) {
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let did = ''
  for (; value > 0n; value /= 58n) did = base58Alphabet.charAt(Number(value % 58n)) + did
  const iat = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: `did:key:z${did}`,
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat,
    exp: iat + 86_400,
  }
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}
