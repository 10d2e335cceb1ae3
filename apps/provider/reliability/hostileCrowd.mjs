/**
 * One hostile network. Runs the given attack until it is terminated, in a separate thread so that it does
 * not delay the measurements.
 */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { sleep } from './figures.mjs'
import { createKeys, makeToken, randomTopic } from './relayClient.mjs'

const monthMs = 2_592_000
const largeBytes = 'A'.repeat(98_304)
const testProjectId = 'latchkey-development'
const { attack, relayUrl, apiUrl, address } = workerData
const headers = { 'x-forwarded-for': address }
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let lastId = 0

const frame = (method, params) => {
  lastId += 1
  return JSON.stringify({ id: lastId, jsonrpc: '2.0', method, params })
}

const attacks = {
  /** One socket fetches a full mailbox repeatedly, naming its topic 500 times, and reads nothing. */
  async unreadFetches() {
    const topic = await fillTopic()
    const socket = await open()
    socket.pause()
    const text = frame('irn_batchFetchMessages', { topics: Array(500).fill(topic) })
    for (let sent = 0; sent < 10 * 2 ** 20; sent += text.length) socket.send(text)
  },

  /** Every call has another client id and stores as much as possible for a month. */
  async freshIds() {
    await inParallel(20, () =>
      postCall('irn_batchPublish', { messages: [letter(randomTopic()), letter(randomTopic())] }),
    )
  },

  /** Sends thirty concurrent batches of twenty calls with long responses. */
  async rpcBatches() {
    const calls = Array.from({ length: 20 }, (_, id) => rpcCall(id, 4 * 2 ** 20))
    await inParallel(30, () => post(rpcUrl(), calls))
  },

  /** Sixty sockets subscribe to a full mailbox and read nothing. */
  async unreadMail() {
    const topic = await fillTopic()
    await inParallel(1, async () => {
      const socket = await open().catch(() => undefined)
      socket?.pause()
      socket?.send(frame('irn_subscribe', { topic }))
      await sleep(50)
    })
  },

  /** Subscribes to and unsubscribes from hundreds of thousands of topics. */
  async subscriptions() {
    await flood(() => {
      const topics = Array.from({ length: 500 }, randomTopic)
      const subscriptions = topics.map((topic) => ({ topic, id: topic }))
      return [
        frame('irn_batchSubscribe', { topics }),
        frame('irn_batchUnsubscribe', { subscriptions }),
      ]
    })
  },

  /** Twenty sockets fetch and read as fast as they can. */
  async fetchLoops() {
    const full = await fillTopic()
    const topics = [full, ...Array.from({ length: 499 }, randomTopic)]
    await flood(() => [frame('irn_batchFetchMessages', { topics })])
  },

  /** Frames of maximum size with large tags and unknown methods; pings and acknowledgements of nothing. */
  async oddFrames() {
    await flood((socket) => {
      socket.ping('A'.repeat(125))
      return [
        frame('irn_publish', { topic: randomTopic(), message: 'A', ttl: 1, tag: 2 ** 31 - 1 }),
        frame('irn_publish', { topic: randomTopic(), message: 'A', ttl: 1, tag: 10 ** 300 }),
        frame('irn_unknown', { filling: 'A'.repeat(250_000) }),
        '{"id":1,"jsonrpc":"2.0","result":true}',
      ]
    })
  },

  /** A hundred connections request long responses and read nothing. */
  async unreadAnswers() {
    const body = JSON.stringify(rpcCall(1, 8 * 2 ** 20))
    await inParallel(100, async () => {
      const { hostname, port, host } = new URL(apiUrl)
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /v1?projectId=${testProjectId}&chainId=eip155:1 HTTP/1.1\r\nHost: ${host}\r\n` +
            `X-Forwarded-For: ${address}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      )
      socket.pause()
      await new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
    })
  },
}

await attacks[attack]()

function letter(topic) {
  const message = `${Math.random()}${largeBytes}`.slice(0, largeBytes.length)
  return { topic, message, ttl: monthMs, tag: 1108, prompt: false }
}

/** Uses a new client id for each call, so that no client limit applies. */
async function fillTopic() {
  const topic = randomTopic()
  for (let count = 0; count < 25; count += 1) {
    await postCall('irn_batchPublish', { messages: [letter(topic), letter(topic)] })
  }
  return topic
}

function rpcCall(id, bytes) {
  const params = [{ data: String(bytes) }, 'latest']
  return { jsonrpc: '2.0', id, method: 'eth_call', params }
}

function rpcUrl() {
  return `${apiUrl}/v1?projectId=${testProjectId}&chainId=eip155:1`
}

function postCall(method, params) {
  const authorization = `Bearer ${makeToken(createKeys(), relayUrl)}`
  return post(`${relayUrl.replace('ws:', 'http:')}/rpc`, JSON.parse(frame(method, params)), {
    authorization,
  })
}

/** Resolves after the response has been read, also if it is an error. */
function post(url, body, more = {}) {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { ...headers, ...more } },
      (reply) => {
        parentPort.postMessage({ status: reply.statusCode })
        reply.resume()
        reply.on('close', resolve)
      },
    )
    sent.on('error', resolve)
    sent.end(JSON.stringify(body))
  })
}

async function open() {
  const url = `${relayUrl}/?auth=${makeToken(createKeys(), relayUrl)}`
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => socket.terminate())
  return socket
}

/** Twenty sockets send as fast as the relay reads, and reconnect when dropped. */
async function flood(framesFor) {
  await inParallel(20, async () => {
    const socket = await open().catch(() => undefined)
    if (!socket) return sleep(500)
    socket.on('message', () => {})
    while (socket.readyState === WebSocket.OPEN) {
      for (const text of framesFor(socket)) socket.send(text)
      while (socket.bufferedAmount > 2 ** 20) await sleep(5)
      await sleep(0)
    }
  })
}

async function inParallel(workers, work) {
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (;;) {
        await work()
        // Rejections come immediately; without a pause this loop would block the thread.
        await sleep(1)
      }
    }),
  )
}
