import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { LogLine } from '../log.js'
import { openDatabase } from '../store/openDatabase.js'
import { publication, useRelays } from '../testing/relayFixture.js'
import { makeToken, randomTopic } from '../testing/testRelayClient.js'
import { createPostgresFanout } from './startRelay.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const waitOptions = { interval: 10 }
const relays = useRelays()

describe('admission', () => {
  it.each([
    ['without a token', { token: '' }, 'MissingJwt'],
    [
      'with a token for another relay',
      { token: makeToken({ audience: 'wss://other.example', issuedAt: 1_700_000_000_000 }) },
      'InvalidJwt',
    ],
    [
      'from a site that is not allowed',
      { headers: { origin: 'https://evil.example' } },
      'OriginNotAllowed',
    ],
  ])('%s: sends the reason, responds to calls and closes later', async (_, options, tag) => {
    const relay = await relays.start({ allowedOrigins: ['https://app.example'] })
    const client = await relay.join(options)
    await expect
      .poll(() => client.frames[0], waitOptions)
      .toMatchObject({ id: 0, error: { code: 3000, data: tag } })
    await expect(client.call('irn_subscribe', { topic: randomTopic() })).rejects.toMatchObject({
      code: 3000,
      data: tag,
    })
    relay.clock.advance(999)
    await expect(client.call('irn_subscribe', { topic: randomTopic() })).rejects.toMatchObject({
      data: tag,
    })
    relay.clock.advance(1_001)
    expect(await client.closed).toMatchObject({
      code: 3000,
      reason: expect.stringMatching(/^Unauthorized: /),
    })
  })

  it('accepts allowed sites and clients without an origin, by query or by header', async () => {
    const relay = await relays.start({ allowedOrigins: ['https://app.example'] })
    const bearer = makeToken({ audience: relay.url, issuedAt: relay.clock.now() })
    const clients = [
      await relay.join({ headers: { origin: 'https://app.example' } }),
      await relay.join(),
    ]
    for (const client of clients) {
      expect(await client.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
    }
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(relay.url, { headers: { authorization: `Bearer ${bearer}` } })
    await new Promise((resolve) => socket.once('open', resolve))
    const answer = new Promise((resolve) =>
      socket.once('message', (data) => resolve(JSON.parse(String(data)))),
    )
    socket.send(
      JSON.stringify({
        id: 5,
        jsonrpc: '2.0',
        method: 'irn_subscribe',
        params: { topic: randomTopic() },
      }),
    )
    expect(await answer).toMatchObject({ id: 5, result: expect.any(String) })
    socket.terminate()
  })

  it('accepts tokens made for each of its public addresses, and no other', async () => {
    const relay = await relays.start({
      publicUrls: ['wss://relay.example.org', 'wss://relay.example.com'],
    })
    for (const audience of ['wss://relay.example.org/', 'wss://relay.example.com']) {
      const token = makeToken({ audience, issuedAt: relay.clock.now() })
      const client = await relay.join({ token })
      expect(await client.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
    }
    const token = makeToken({ audience: 'wss://relay.example.net', issuedAt: relay.clock.now() })
    const { frames } = await relay.join({ token })
    await expect
      .poll(() => frames[0], waitOptions)
      .toMatchObject({ error: { message: expect.stringContaining('made for another relay') } })
  })

  it('rejects a network that connects too often and says when to retry', async () => {
    const relay = await relays.start({
      trustedProxies: ['127.0.0.1'],
      limits: { connectBurst: 2, connectsPerMinute: 6 },
      random: () => 0.5,
    })
    const from = (address: string) => relay.join({ headers: { 'x-forwarded-for': address } })
    await from('203.0.113.7')
    await from('203.0.113.7')
    const refused = await from('203.0.113.7')
    await expect
      .poll(() => refused.frames[0], waitOptions)
      .toMatchObject({
        id: 0,
        error: {
          code: 3001,
          data: 'TooManyRequests',
          message: 'Too many connections; retry in 15 s',
        },
      })
    relay.clock.advance(15_000)
    expect(await refused.closed).toEqual({
      code: 1013,
      reason: 'Too many connections; retry in 15 s',
    })
    for (const address of ['203.0.113.8', '203.0.113.7']) {
      const client = await from(address)
      expect(await client.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
    }
  })

  it('limits sockets per network and per client, and accepts more after some close', async () => {
    const relay = await relays.start({
      trustedProxies: ['127.0.0.1'],
      limits: { socketsPerNetwork: 2, socketsPerClient: 2 },
    })
    const seed = randomBytes(32)
    const subscribe = { topic: randomTopic() }
    const open = (address: string, more: object = {}) =>
      relay.join({ headers: { 'x-forwarded-for': address }, ...more })
    const first = await open('203.0.113.7', { seed })
    await open('203.0.113.8', { seed })
    const third = await open('203.0.113.9', { seed })
    await expect(third.call('irn_subscribe', subscribe)).rejects.toMatchObject({ code: 3001 })
    await open('203.0.113.7')
    const crowded = await open('203.0.113.7')
    await expect(crowded.call('irn_subscribe', subscribe)).rejects.toMatchObject({ code: 3001 })
    await first.close()
    const another = await open('203.0.113.7', { seed })
    expect(await another.call('irn_subscribe', subscribe)).toBeTypeOf('string')
  })
})

describe('relay limits', () => {
  it('delays a fast publisher without an error', async () => {
    const relay = await relays.start({ limits: { publishesPerSecond: 1, publishBurst: 2 } })
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const topic = randomTopic()
    await wallet.call('irn_subscribe', { topic })
    const texts = ['1', '2', '3', '4', '5', '6']
    for (const text of texts) {
      // With pauses, so that the relay reads them one by one.
      dapp.send('irn_publish', publication(topic, text))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect
      .poll(() => {
        relay.clock.advance(1_000)
        return wallet.messages(topic)
      }, waitOptions)
      .toEqual(texts)
    expect(dapp.frames.filter(({ error }) => error)).toEqual([])
  })

  it('rejects a publisher far above its rate and says when to retry', async () => {
    const relay = await relays.start({
      limits: { publishesPerSecond: 10, publishBurst: 10, mailboxMessages: 10_000 },
    })
    const seed = randomBytes(32)
    const [one, two] = [await relay.join({ seed }), await relay.join({ seed })]
    const batch = (count: number) => ({
      messages: Array.from({ length: count }, (_, index) =>
        publication(randomTopic(), `text-${index}`),
      ),
    })
    expect(await one.call('irn_batchPublish', batch(500))).toBe(true)
    await expect(two.call('irn_batchPublish', batch(110))).rejects.toMatchObject({
      code: 3001,
      data: 'TooManyRequests',
      message: 'Too many publications; retry in 10 s',
    })
    relay.clock.advance(10_000)
    expect(await two.call('irn_batchPublish', batch(110))).toBe(true)
  })

  it('limits the topics of a client', async () => {
    const relay = await relays.start({ limits: { topicsPerClient: 3 } })
    const seed = randomBytes(32)
    const [one, two] = [await relay.join({ seed }), await relay.join({ seed })]
    const topics = [randomTopic(), randomTopic(), randomTopic()]
    await one.call('irn_batchSubscribe', { topics })
    await two.call('irn_batchSubscribe', { topics })
    await expect(two.call('irn_subscribe', { topic: randomTopic() })).rejects.toMatchObject({
      code: -32000,
      data: 'SubscriberLimitExceeded',
    })
    await one.call('irn_unsubscribe', { topic: topics[0], id: 'any' })
    await two.call('irn_unsubscribe', { topic: topics[0], id: 'any' })
    expect(await two.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
  })

  it('limits a mailbox by unread messages and removes read ones', async () => {
    const relay = await relays.start({ limits: { mailboxMessages: 3 } })
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const topic = randomTopic()
    for (const text of ['1', '2', '3']) await dapp.call('irn_publish', publication(topic, text))
    await expect(dapp.call('irn_publish', publication(topic, '4'))).rejects.toMatchObject({
      code: -32000,
      data: 'MailboxLimitExceeded',
    })
    await wallet.call('irn_subscribe', { topic })
    await expect.poll(() => wallet.messages(topic), waitOptions).toEqual(['1', '2', '3'])
    // Receipts are written asynchronously.
    const publish = () => {
      relay.clock.advance(500)
      return dapp.call('irn_publish', publication(topic, '4')).catch(() => false)
    }
    await expect.poll(publish, waitOptions).toBe(true)
    await expect.poll(() => wallet.messages(topic), waitOptions).toEqual(['1', '2', '3', '4'])
  })

  it('drops a client that never acknowledges and keeps its mail', async () => {
    const relay = await relays.start({ limits: { unacknowledged: 2 } })
    const dapp = await relay.join()
    const seed = randomBytes(32)
    const topic = randomTopic()
    const deaf = await relay.join({ seed, isSilent: true })
    await deaf.call('irn_subscribe', { topic })
    for (const text of ['1', '2', '3']) await dapp.call('irn_publish', publication(topic, text))
    expect(await deaf.closed).toMatchObject({ code: 1006 })
    const back = await relay.join({ seed })
    await back.call('irn_subscribe', { topic })
    await expect.poll(() => back.messages(), waitOptions).toEqual(['1', '2', '3'])
  })
})

describe('relay lifecycle', () => {
  it('drops a socket that misses two pings and keeps one that responds', async () => {
    const relay = await relays.start()
    const healthy = await relay.join()
    const silent = await relay.join({ autoPong: false })
    let pings = 0
    healthy.socket.on('ping', () => {
      pings += 1
    })
    for (let beat = 1; beat <= 3; beat += 1) {
      relay.clock.advance(25_000)
      await expect.poll(() => pings, waitOptions).toBe(beat)
      // The client's own ping follows its pong: once it gets a response, the pong was read.
      healthy.socket.ping()
      await once(healthy.socket, 'pong')
    }
    expect(await silent.closed).toMatchObject({ code: 1006 })
    expect(await healthy.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
  })

  it('asks all clients to reconnect when it stops, with everything stored', async () => {
    const first = await relays.start({ random: () => 0 })
    const dapp = await first.join()
    const topic = randomTopic()
    await dapp.call('irn_publish', publication(topic, 'safe'))
    await first.stop()
    expect(await dapp.closed).toEqual({ code: 1001, reason: 'Restarting; retry in 1 s' })
    const second = await relays.start()
    const wallet = await second.join()
    await wallet.call('irn_subscribe', { topic })
    await expect.poll(() => wallet.messages(), waitOptions).toEqual(['safe'])
  })

  it('delivers between relays that share only the database', async () => {
    const other = await openDatabase({ url: relays.database.url })
    const left = await relays.start({ fanout: createPostgresFanout(relays.database.sql) })
    const right = await relays.start({ database: other })
    const [dapp, wallet] = [await left.join(), await right.join()]
    const topic = randomTopic()
    await dapp.call('irn_subscribe', { topic })
    await wallet.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'ping'))
    await expect.poll(() => wallet.messages(topic), waitOptions).toEqual(['ping'])
    await wallet.call('irn_publish', publication(topic, 'pong'))
    await expect.poll(() => dapp.messages(topic), waitOptions).toEqual(['pong'])
    await right.stop()
    await other.stop()
  })

  it('shows its health to all and its metrics to this machine or with the token', async () => {
    const open = await relays.start()
    const page = async (path: string, headers = {}) => {
      const response = await fetch(`${open.url.replace('ws:', 'http:')}${path}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    await (await open.join()).call('irn_publish', publication(randomTopic(), 'counted'))
    expect(await page('/health')).toEqual({ status: 200, text: '{"status":"ok"}' })
    const health = await fetch(`${open.url.replace('ws:', 'http:')}/health`)
    expect(Object.fromEntries(health.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'; sandbox"),
      'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
      'cache-control': 'no-store',
    })
    const metrics = await page('/metrics')
    expect(metrics.text).toMatch(/^latchkey_relay_published_total 1$/m)
    expect(metrics.text).toMatch(/^latchkey_relay_sockets 1$/m)
    expect(await page('/metrics', { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({
      status: 403,
    })
    expect(await page('/')).toMatchObject({ status: 404 })
    const closed = await relays.start({ metricsToken: 'sixteen-characters' })
    const url = `${closed.url.replace('ws:', 'http:')}/metrics`
    expect((await fetch(url)).status).toBe(403)
    const headers = { authorization: 'Bearer sixteen-characters' }
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it('logs no content of messages', async () => {
    const lines: LogLine[] = []
    const relay = await relays.start({ log: (line) => lines.push(line) })
    const topic = randomTopic()
    const client = await relay.join()
    await client.call('irn_publish', publication(topic, 'secret'))
    await client.call('irn_publish', publication(topic, 'bad\u0000secret')).catch(() => undefined)
    const stranger = await relay.join({ token: 'secret.secret.secret' })
    await expect.poll(() => stranger.frames.length, waitOptions).toBe(1)
    await relay.stop()
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`secret|${topic}|did:key|127\\.0\\.0\\.1`))
  })
})
