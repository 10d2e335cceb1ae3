/**
 * Measures one relay: idle sockets, messages per second and their latency (at full speed and at a steady
 * rate), fetching from full mailboxes, and how long all clients need to reconnect after a kill.
 *
 *   node reliability/loadRelay.mjs --sockets 2000 --pairs 50 --window 4 --seconds 10 --rate 1000 --mailbox 100000
 */
import { milliseconds, print, quantile, readFlags, sleep, until } from './figures.mjs'
import { createRelayProcess, oneMachineRates } from './providerProcess.mjs'
import { createRelayClient, randomTopic } from './relayClient.mjs'

const openers = 50
const mailPerTopic = 50
/** Messages in one call; a frame has room for two messages of full size. */
const batchSize = 250
const maxFetches = 500
const reconnectTimeoutMs = 120_000
const messageText = 'A'.repeat(500)

const flags = readFlags({
  sockets: 2_000,
  pairs: 50,
  window: 4,
  seconds: 10,
  rate: 1_000,
  mailbox: 100_000,
})
const relay = await createRelayProcess({
  server: flags.server,
  limits: {
    ...oneMachineRates,
    publishesPerSecond: 1_000_000,
    publishBurst: 1_000_000,
    mailboxMessages: 1_000_000,
  },
})
try {
  await relay.start()
  const idle = await holdIdle()
  await measureMessages('as many as go', sendAtOnce)
  await measureMessages(`at ${flags.rate} a second`, sendSteadily)
  await fetchFromFull()
  await comeBack(idle)
  for (const client of idle) client.end()
} finally {
  await relay.remove()
}

async function holdIdle() {
  const before = await relay.metric('resident_bytes')
  const clients = []
  const started = performance.now()
  await inParallel(flags.sockets, openers, async () => {
    const client = createRelayClient(relay.url)
    clients.push(client)
    await client.subscribe(randomTopic())
  })
  const elapsed = performance.now() - started
  const after = await relay.metric('resident_bytes')
  print({
    'idle sockets held': await relay.metric('sockets'),
    'opened in': milliseconds(elapsed),
    'relay memory': `${(after / 2 ** 20).toFixed(0)} MiB`,
    'memory per socket': `${((after - before) / 1_024 / Math.max(1, flags.sockets)).toFixed(1)} KiB`,
  })
  return clients
}

async function measureMessages(label, sendAll) {
  const figures = { acknowledged: [], delivered: [] }
  const sentAt = new Map()
  const pairs = Array.from({ length: flags.pairs }, () => {
    const topic = randomTopic()
    const dapp = createRelayClient(relay.url)
    const wallet = createRelayClient(relay.url, {
      onMessage({ message }) {
        figures.delivered.push(performance.now() - (sentAt.get(message) ?? Number.NaN))
        sentAt.delete(message)
        return true
      },
    })
    return { topic, dapp, wallet }
  })
  await Promise.all(pairs.map(({ wallet, topic }) => wallet.subscribe(topic)))
  const [published, commits] = await countMessages()
  const started = performance.now()
  let count = 0
  await sendAll({
    pairs,
    stopAt: started + flags.seconds * 1_000,
    async send({ dapp, topic }) {
      count += 1
      const text = `${messageText}-${count}`
      const sent = performance.now()
      sentAt.set(text, sent)
      await dapp.publish(topic, text)
      figures.acknowledged.push(performance.now() - sent)
    },
  })
  const elapsed = (performance.now() - started) / 1_000
  const [publishedLater, commitsLater] = await countMessages()
  for (const { dapp, wallet } of pairs) {
    dapp.end()
    wallet.end()
  }
  const both = (samples) =>
    `${milliseconds(quantile(samples, 0.5))} / ${milliseconds(quantile(samples, 0.99))}`
  print({
    'messages sent': label,
    'messages per second': (figures.acknowledged.length / elapsed).toFixed(0),
    'publish acknowledged (p50 / p99)': both(figures.acknowledged),
    'publish to delivery (p50 / p99)': both(figures.delivered),
    'messages per commit': ((publishedLater - published) / (commitsLater - commits)).toFixed(1),
  })
}

function countMessages() {
  return Promise.all([relay.metric('published_total'), relay.metric('commits_total')])
}

/** Each pair keeps a few messages in flight. */
async function sendAtOnce({ pairs, stopAt, send }) {
  await Promise.all(
    pairs.flatMap((pair) =>
      Array.from({ length: flags.window }, async () => {
        while (performance.now() < stopAt) await send(pair)
      }),
    ),
  )
}

/** Sends at fixed times, without waiting for acknowledgements. */
async function sendSteadily({ pairs, stopAt, send }) {
  const sending = []
  const began = performance.now()
  for (let count = 0; performance.now() < stopAt; count += 1) {
    const due = began + (count * 1_000) / flags.rate
    if (due > performance.now()) await sleep(due - performance.now())
    sending.push(send(pairs[count % pairs.length]))
  }
  await Promise.all(sending)
}

async function comeBack(clients) {
  await relay.kill()
  const killed = performance.now()
  const { ms } = await relay.start()
  const isBack = ({ openedAt }) => openedAt > killed
  await until(() => clients.every(isBack), reconnectTimeoutMs)
  const times = clients.filter(isBack).map(({ openedAt }) => openedAt - killed)
  print({
    'killed, serving again after': milliseconds(ms),
    'sockets back': `${times.length} of ${clients.length}`,
    'reconnected after (p50 / max)': `${milliseconds(quantile(times, 0.5))} / ${milliseconds(Math.max(0, ...times))}`,
  })
}

async function fetchFromFull() {
  const topics = Array.from({ length: Math.ceil(flags.mailbox / mailPerTopic) }, randomTopic)
  const writer = createRelayClient(relay.url)
  const reader = createRelayClient(relay.url)
  const mailOf = (topic) =>
    Array.from({ length: mailPerTopic }, (_, index) => ({
      topic,
      message: `${messageText}-${index}`,
      ttl: 86_400,
      tag: 1108,
      prompt: false,
    }))
  const together = batchSize / mailPerTopic
  for (let start = 0; start < topics.length; start += together) {
    const messages = topics.slice(start, start + together).flatMap(mailOf)
    await writer.call('irn_batchPublish', { messages })
  }
  const times = []
  const step = Math.max(1, Math.floor(topics.length / maxFetches))
  for (const topic of topics.filter((_, index) => index % step === 0)) {
    const started = performance.now()
    const { messages: found } = await reader.call('irn_fetchMessages', { topic })
    if (found.length !== mailPerTopic) throw new Error('A fetch came back short.')
    times.push(performance.now() - started)
  }
  writer.end()
  reader.end()
  print({
    'messages in mailboxes': topics.length * mailPerTopic,
    'fetch of 50 messages (p50 / p99)': `${milliseconds(quantile(times, 0.5))} / ${milliseconds(quantile(times, 0.99))}`,
  })
}

async function inParallel(count, workers, work) {
  let left = count
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
}
