import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { publication, type TestRelay, useRelays } from '../testing/relayFixture.js'
import { makeToken, randomTopic } from '../testing/testRelayClient.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const waitOptions = { interval: 10 }
const relays = useRelays()

function caller(relay: TestRelay, seed = randomBytes(32)) {
  const url = `${relay.url.replace('ws:', 'http:')}/rpc`
  const token = makeToken({ seed, audience: relay.url, issuedAt: relay.clock.now() })
  let lastId = 0
  return {
    token,
    async send(body: string, headers: Record<string, string> = {}) {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
      return {
        status: response.status,
        headers: response.headers,
        json: (await response.json()) as {
          id: unknown
          result?: unknown
          error?: { code: number; data: string }
        },
      }
    },
    call(method: string, params: unknown, headers?: Record<string, string>) {
      lastId += 1
      return this.send(JSON.stringify({ id: lastId, jsonrpc: '2.0', method, params }), headers)
    },
  }
}

describe('HTTP calls', () => {
  it('publish to sockets and fetch what they sent', async () => {
    const relay = await relays.start()
    const [toWallet, toServer] = [randomTopic(), randomTopic()]
    const wallet = await relay.join()
    await wallet.call('irn_subscribe', { topic: toWallet })
    const server = caller(relay)
    const published = await server.call('irn_publish', publication(toWallet, 'hello'))
    expect(published).toMatchObject({
      status: 200,
      json: { id: 1, jsonrpc: '2.0', result: true },
    })
    expect(Object.fromEntries(published.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    await expect.poll(() => wallet.messages(toWallet), waitOptions).toEqual(['hello'])

    await wallet.call('irn_publish', publication(toServer, 'answer'))
    expect((await server.call('irn_subscribe', { topic: toServer })).json.result).toMatch(
      /^[0-9a-f]{64}$/,
    )
    const fetched = await server.call('irn_fetchMessages', { topic: toServer })
    expect(fetched.json.result).toMatchObject({
      messages: [{ topic: toServer, message: 'answer' }],
      hasMore: false,
    })
    // A fetch counts as delivery.
    await expect
      .poll(
        async () => (await server.call('irn_fetchMessages', { topic: toServer })).json.result,
        waitOptions,
      )
      .toEqual({ messages: [], hasMore: false })
  })

  it('return the request id, also one beyond 2^53', async () => {
    const relay = await relays.start()
    const { token } = caller(relay)
    const response = await fetch(`${relay.url.replace('ws:', 'http:')}/rpc?auth=${token}`, {
      method: 'POST',
      body: `{"id":1700000000000000001,"jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${randomTopic()}"}}`,
    })
    expect(await response.text()).toContain('"id":1700000000000000001')
  })

  it.each([
    ['no JSON', '{', 400, 'Serialization'],
    ['no call', '{"id":1,"jsonrpc":"2.0","result":true}', 400, 'InvalidMethod'],
    ['no such method', '{"id":1,"jsonrpc":"2.0","method":"irn_none"}', 400, 'InvalidMethod'],
    [
      'no topic',
      '{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"*"}}',
      400,
      'InvalidTopic',
    ],
    ['too much', 'a'.repeat(300_000), 413, 'PayloadSizeExceeded'],
  ])('that are %s get a named error', async (_, body, status, data) => {
    const relay = await relays.start()
    expect(await caller(relay).send(body)).toMatchObject({ status, json: { error: { data } } })
  })

  it('with more than 16 KB of headers are not read', async () => {
    const { url } = await relays.start()
    const headers = { 'x-long': 'a'.repeat(17_000) }
    expect((await fetch(`${url.replace('ws:', 'http:')}/health`, { headers })).status).toBe(431)
  })

  it('need a token that no socket is using', async () => {
    const relay = await relays.start({ allowedOrigins: ['https://site.example'] })
    const seed = randomBytes(32)
    const mine = caller(relay, seed)
    const topic = { topic: randomTopic() }
    const unknown = await mine.call('irn_subscribe', topic, { authorization: '' })
    expect(unknown).toMatchObject({ status: 401, json: { error: { data: 'MissingJwt' } } })
    const socket = await relay.join({ token: mine.token })
    expect(await mine.call('irn_subscribe', topic)).toMatchObject({
      status: 401,
      json: { error: { data: 'InvalidJwt' } },
    })
    await socket.close()
    await expect
      .poll(async () => (await mine.call('irn_subscribe', topic)).status, waitOptions)
      .toBe(200)
    const elsewhere = await mine.call('irn_subscribe', topic, { origin: 'https://evil.example' })
    expect(elsewhere).toMatchObject({ status: 403, json: { error: { data: 'OriginNotAllowed' } } })
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
    const allowed = await mine.call('irn_subscribe', topic, { origin: 'https://site.example' })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://site.example')
    const request = (origin: string) =>
      fetch(`${relay.url.replace('ws:', 'http:')}/rpc`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    expect((await request('https://site.example')).status).toBe(204)
    expect((await request('https://evil.example')).status).toBe(403)
  })

  it('are limited like those of a socket', async () => {
    const relay = await relays.start({
      limits: { publishesPerSecond: 0.001, publishBurst: 2, callsPerSecond: 1, callBurst: 5 },
      trustedProxies: ['127.0.0.1'],
    })
    const hasty = caller(relay)
    const messages = Array.from({ length: 500 }, (_, index) =>
      publication(randomTopic(), `${index}`),
    )
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const held = hasty.call('irn_batchPublish', { messages }, from('203.0.113.7'))
    let status: number | undefined
    void held.then((answer) => {
      status = answer.status
    })
    await expect
      .poll(() => {
        relay.clock.advance(10_000)
        return status
      }, waitOptions)
      .toBe(200)
    const refused = await hasty.call('irn_batchPublish', { messages }, from('203.0.113.7'))
    expect(refused).toMatchObject({ status: 429, json: { error: { data: 'TooManyRequests' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const statuses = []
    for (let count = 0; count < 6; count += 1) {
      const { status } = await caller(relay).call(
        'irn_fetchMessages',
        { topic: randomTopic() },
        from('203.0.113.8'),
      )
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a token', () => {
  it('opens one socket at a time', async () => {
    const relay = await relays.start()
    const token = makeToken({ audience: relay.url, issuedAt: relay.clock.now() })
    const first = await relay.join({ token })
    const thief = await relay.join({ token })
    await expect
      .poll(() => thief.frames[0]?.error, waitOptions)
      .toMatchObject({ code: 3000, data: 'InvalidJwt' })
    const topic = randomTopic()
    expect(await first.call('irn_subscribe', { topic })).toMatch(/^[0-9a-f]{64}$/)
    await first.close()
    await expect
      .poll(async () => {
        const again = await relay.join({ token })
        const answer = await again.waitForResponse(again.send('irn_subscribe', { topic }))
        return answer.result
      }, waitOptions)
      .toMatch(/^[0-9a-f]{64}$/)
  })
})
