import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createProjectStore } from '../store/projects.js'
import { publication, type TestRelay, useRelays } from '../testing/relayFixture.js'
import { makeToken, randomTopic, type TestRelayClient } from '../testing/testRelayClient.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const waitOptions = { interval: 10 }
const kib = 1_024
const mib = 1_048_576
const hourMs = 3_600_000
const relays = useRelays()
const proxyOptions = { trustedProxies: ['127.0.0.1'] }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** A topic full of messages of the largest size. */
async function fillTopic(relay: TestRelay, count = 50): Promise<string> {
  const topic = randomTopic()
  const writer = await relay.join()
  for (let index = 0; index < count; index += 1) {
    const text = `${index}-`.padEnd(98_304, 'A')
    await writer.call('irn_publish', publication(topic, text))
  }
  return topic
}

/** For tests that do not test the limits of publishers. */
const fillingLimits = {
  publishBurst: 10_000,
  publishByteBurst: 100 * mib,
  storedBytesPerNewClient: 100 * mib,
  storedBytesPerClient: 100 * mib,
  fetchByteBurst: 100 * mib,
}

async function metric(relay: TestRelay, name: string): Promise<number> {
  const page = await fetch(`${relay.url.replace('ws:', 'http:')}/metrics`)
  const line = new RegExp(`^latchkey_relay_${name} (\\S+)$`, 'm').exec(await page.text())
  return Number(line?.[1])
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ data }: { data: string }) => data,
  )

type Mailbox = {
  messages: { message: string }[]
  hasMore: boolean
}

describe('a client that reads nothing', () => {
  it('gets each message once when it names a topic 500 times', async () => {
    const relay = await relays.start()
    const topic = randomTopic()
    const writer = await relay.join()
    for (const text of ['1', '2']) await writer.call('irn_publish', publication(topic, text))
    const reader = await relay.join()
    const topics = Array<string>(500).fill(topic)
    const mailbox = (await reader.call('irn_batchFetchMessages', { topics })) as Mailbox
    expect(mailbox.messages.map(({ message }) => message)).toEqual(['1', '2'])
    expect(mailbox.hasMore).toBe(false)
  })

  it('gets responses of limited size, and all of its mail in the end', async () => {
    const relay = await relays.start({ limits: fillingLimits })
    const topic = await fillTopic(relay)
    const reader = await relay.join()
    const texts: string[] = []
    for (let hasMore = true; hasMore; ) {
      const mailbox = (await reader.call('irn_fetchMessages', { topic })) as Mailbox
      const bytes = mailbox.messages.reduce((sum, { message }) => sum + message.length, 0)
      expect(bytes).toBeLessThan(256 * kib + 98_304)
      texts.push(...mailbox.messages.map(({ message }) => message))
      hasMore = mailbox.hasMore
    }
    const numbers = texts.map((text) => Number(text.split('-')[0]))
    expect([...new Set(numbers)]).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })

  it('uses memory for one response, however many it requests', async () => {
    const relay = await relays.start({ limits: fillingLimits })
    const topic = await fillTopic(relay)
    const reader = await relay.join()
    reader.socket.pause()
    for (let count = 0; count < 300; count += 1) {
      reader.send('irn_batchFetchMessages', { topics: Array(500).fill(topic) })
    }
    // System buffers do not count as memory of the relay; the rest waits.
    await expect.poll(() => metric(relay, 'unsent_bytes'), waitOptions).toBeGreaterThan(100 * kib)
    const most = await highest(() => metric(relay, 'unsent_bytes'))
    expect(most).toBeLessThan(mib)
    const dropped = () => {
      relay.clock.advance(25_000)
      return metric(relay, 'dropped_total')
    }
    await expect.poll(dropped, waitOptions).toBe(1)
    reader.socket.resume()
    await reader.closed
    await expect.poll(() => metric(relay, 'unsent_bytes'), waitOptions).toBe(0)
  })

  it('is limited with all clients of its network, without affecting other networks', async () => {
    const limits = { ...fillingLimits, unsentBytesPerNetwork: mib, connectBurst: 100 }
    const relay = await relays.start({ ...proxyOptions, limits })
    const topic = await fillTopic(relay)
    const crowd: TestRelayClient[] = []
    for (let count = 0; count < 30; count += 1) crowd.push(await relay.join(from('203.0.113.7')))
    for (const { socket } of crowd) socket.pause()
    for (const client of crowd) client.send('irn_subscribe', { topic })
    await expect.poll(() => metric(relay, 'unsent_bytes'), waitOptions).toBeGreaterThan(500 * kib)
    // One page may be in flight for each socket within the limit.
    expect(await highest(() => metric(relay, 'unsent_bytes'))).toBeLessThan(3 * mib)
    const honest = await relay.join(from('203.0.113.8'))
    await honest.call('irn_subscribe', { topic })
    await expect.poll(() => honest.messages(topic).length, waitOptions).toBe(50)
  })

  it('is paused while it does not read its responses', async () => {
    const relay = await relays.start({ limits: { callBurst: 100_000 } })
    const topics = Array.from({ length: 500 }, randomTopic)
    const client = await relay.join()
    client.socket.pause()
    for (let count = 0; count < 500; count += 1) client.send('irn_batchSubscribe', { topics })
    await expect.poll(() => metric(relay, 'unsent_bytes'), waitOptions).toBeGreaterThan(32 * kib)
    // A few responses, and the page reserved while the mailbox is read.
    expect(await highest(() => metric(relay, 'unsent_bytes'))).toBeLessThan(450 * kib)
    expect(client.socket.bufferedAmount).toBeGreaterThan(0)
  })
})

describe('a fetch', () => {
  it('is charged by bytes: delayed above the rate, rejected far above it', async () => {
    const limits = { ...fillingLimits, fetchBytesPerSecond: 100 * kib, fetchByteBurst: 100 * kib }
    const relay = await relays.start({ limits })
    const topic = await fillTopic(relay, 20)
    const reader = await relay.join()
    // The first uses more than the burst, so the second waits.
    expect(((await reader.call('irn_fetchMessages', { topic })) as Mailbox).hasMore).toBe(true)
    let hasResponse = false
    const second = reader.call('irn_fetchMessages', { topic }).finally(() => {
      hasResponse = true
    })
    await reader.call('irn_subscribe', { topic: randomTopic() })
    expect(hasResponse).toBe(false)
    await expect
      .poll(() => {
        relay.clock.advance(1_000)
        return hasResponse
      }, waitOptions)
      .toBe(true)
    expect(((await second) as Mailbox).messages.length).toBeGreaterThan(0)
  })

  it('is charged to the network as well, whatever the client id', async () => {
    const limits = { ...fillingLimits, networkFetchBytesPerSecond: kib, networkFetchByteBurst: kib }
    const relay = await relays.start({ ...proxyOptions, limits })
    const topic = await fillTopic(relay, 4)
    const fetchFrom = async (address: string) =>
      outcome((await relay.join(from(address))).call('irn_fetchMessages', { topic }))
    expect(await fetchFrom('203.0.113.7')).toBe('done')
    expect(await fetchFrom('203.0.113.7')).toBe('TooManyRequests')
    expect(await fetchFrom('203.0.113.8')).toBe('done')
  })
})

describe('stored bytes', () => {
  const text = 'A'.repeat(1_024)
  /** Charged bytes of one message. */
  const messageSize = 2 * kib

  /** Publishes as a new client, or as the client of a seed. */
  async function publishOnce(
    relay: TestRelay,
    address: string,
    more: object = {},
    { query = '', seed = randomBytes(32) } = {},
  ) {
    const token = makeToken({ seed, audience: relay.url, issuedAt: relay.clock.now() })
    const params = publication(randomTopic(), text, { ttl: 2_592_000, ...more })
    const response = await fetch(`${relay.url.replace('ws:', 'http:')}/rpc?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
      body: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_publish', params }),
    })
    const { error } = (await response.json()) as { error?: { data: string } }
    return error ? `${response.status} ${error.data}` : 'stored'
  }

  async function publishMany(count: number, publish: () => Promise<string>): Promise<string[]> {
    const outcomes: string[] = []
    for (let index = 0; index < count; index += 1) outcomes.push(await publish())
    return outcomes
  }

  it('are limited per network, whatever the client ids, also after a restart', async () => {
    const options = { ...proxyOptions, limits: { storedBytesPerNetwork: 3 * messageSize } }
    const first = await relays.start(options)
    const full = '429 TooManyRequests'
    const address = '203.0.113.20'
    expect(await publishMany(5, () => publishOnce(first, address))).toEqual([
      'stored',
      'stored',
      'stored',
      full,
      full,
    ])
    expect(await publishOnce(first, '203.0.113.21')).toBe('stored')
    await first.stop()
    const second = await relays.start(options)
    expect(await publishOnce(second, address)).toBe(full)
    second.clock.advance(31 * 24 * hourMs)
    expect(await publishOnce(second, address)).toBe('stored')
  })

  it('are free again after short messages expire', async () => {
    const relay = await relays.start({
      ...proxyOptions,
      limits: { storedBytesPerNetwork: messageSize },
    })
    const publish = () => publishOnce(relay, '203.0.113.30', { ttl: 300 })
    expect(await publishMany(2, publish)).toEqual(['stored', '429 TooManyRequests'])
    relay.clock.advance(10 * 60_000)
    expect(await publish()).toBe('stored')
  })

  it('are limited for a client without history, and grow with time', async () => {
    const limits = {
      storedBytesPerNewClient: 2 * messageSize,
      storedBytesPerClient: 6 * messageSize,
    }
    const relay = await relays.start({ ...proxyOptions, limits })
    const seed = randomBytes(32)
    const publish = () => publishOnce(relay, '203.0.113.60', {}, { seed })
    const outcomes = ['stored', 'stored', '429 TooManyRequests']
    expect(await publishMany(3, publish)).toEqual(outcomes)
    relay.clock.advance(12 * hourMs)
    expect(await publishMany(3, publish)).toEqual(outcomes)
    relay.clock.advance(48 * hourMs)
    expect(await publishMany(3, publish)).toEqual(outcomes)
    expect(await publishOnce(relay, '203.0.113.60')).toBe('stored')
  })

  it('are limited per project, and others share one half', async () => {
    const limits = { storedBytesPerProject: 2 * messageSize, storedBytes: 100 * mib }
    const relay = await relays.start({ ...proxyOptions, limits })
    const projects = createProjectStore(relays.database.sql)
    const [one, two] = [
      await projects.create({ name: 'One', allowedOrigins: [] }),
      await projects.create({ name: 'Two', allowedOrigins: [] }),
    ]
    relay.clock.advance(10_000)
    let host = 40
    const publish = (query: string) => () => {
      host += 1
      return publishOnce(relay, `203.0.113.${host}`, {}, { query })
    }
    expect(await publishMany(3, publish(`projectId=${one.id}`))).toEqual([
      'stored',
      'stored',
      '429 TooManyRequests',
    ])
    expect(await publish(`projectId=${two.id}`)()).toBe('stored')
    expect(await publish('projectId=invented')()).toBe('stored')
  })

  it('leave disk space for the rest of the provider', async () => {
    const [used] = await relays.database.sql<{ bytes: string }[]>`
      select coalesce(sum(bytes), 0) as bytes from relay_storage where holder >= 'p' and holder < 'q'`
    const limits = { storedBytes: Number(used?.bytes) + 2 * messageSize }
    const relay = await relays.start({ ...proxyOptions, limits })
    const project = await createProjectStore(relays.database.sql).create({
      name: 'Kept',
      allowedOrigins: [],
    })
    relay.clock.advance(10_000)
    const publish = () =>
      publishOnce(relay, '203.0.113.90', {}, { query: `projectId=${project.id}` })
    expect(await publishMany(3, publish)).toEqual(['stored', 'stored', '503 StorageError'])
    expect(await metric(relay, 'stored_bytes')).toBe(limits.storedBytes)
    const stored = await createProjectStore(relays.database.sql).create({
      name: 'Later',
      allowedOrigins: [],
    })
    expect(stored.name).toBe('Later')
  })

  it('of clients without a known project never fill more than half', async () => {
    const [used] = await relays.database.sql<{ bytes: string }[]>`
      select coalesce(sum(bytes), 0) as bytes from relay_storage where holder = 'p'`
    const limits = { storedBytes: 2 * (Number(used?.bytes) + messageSize) }
    const relay = await relays.start({ ...proxyOptions, limits })
    const publish = () => publishOnce(relay, '203.0.113.91', {}, { query: 'projectId=invented' })
    expect(await publishMany(2, publish)).toEqual(['stored', '503 StorageError'])
  })

  it('are not charged when the messages are rejected', async () => {
    const limits = { storedBytesPerNetwork: 2 * messageSize, messageBytes: 2_000 }
    const relay = await relays.start({ ...proxyOptions, limits })
    const address = '203.0.113.92'
    const long = { message: 'A'.repeat(3_000) }
    expect(await publishOnce(relay, address, long)).toBe('413 PayloadSizeExceeded')
    expect(await publishMany(3, () => publishOnce(relay, address))).toEqual([
      'stored',
      'stored',
      '429 TooManyRequests',
    ])
  })

  it('reveal nothing about where a client connects from', async () => {
    const relay = await relays.start(proxyOptions)
    await publishOnce(relay, '198.51.100.23')
    const rows = await relays.database.sql<{ holder: Buffer }[]>`
      select holder from relay_storage where holder >= 'n' and holder < 'o'`
    expect(rows.length).toBeGreaterThan(0)
    // So short that hundreds of addresses share each digest.
    for (const { holder } of rows) expect(holder).toHaveLength(4)
  })
})

describe('published bytes', () => {
  it('are limited per network, whatever the client ids', async () => {
    const limits = {
      networkPublishBytesPerSecond: 100 * kib,
      networkPublishByteBurst: 100 * kib,
    }
    const relay = await relays.start({ ...proxyOptions, limits })
    const large = 'A'.repeat(98_304)
    const outcomes: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const client = await relay.join(from('203.0.113.7'))
      outcomes.push(
        await outcome(
          client.call(
            'irn_publish',
            publication(randomTopic(), `${count}${large}`.slice(0, 98_304)),
          ),
        ),
      )
    }
    const stored = outcomes.filter((one) => one === 'done').length
    // The burst and the overdraft while senders are delayed.
    expect(stored).toBeLessThanOrEqual(Math.ceil((100 * kib + mib) / 99_328))
    expect(outcomes.at(-1)).toBe('TooManyRequests')
    const other = await relay.join(from('203.0.113.8'))
    expect(await outcome(other.call('irn_publish', publication(randomTopic(), large)))).toBe('done')
  })
})

describe('a flood of calls', () => {
  it('of many sockets of one network is as slow as of one', async () => {
    const limits = { networkCallsPerSecond: 10, networkCallBurst: 10 }
    const relay = await relays.start({ ...proxyOptions, limits })
    const crowd: TestRelayClient[] = []
    for (let count = 0; count < 5; count += 1) crowd.push(await relay.join(from('203.0.113.7')))
    for (const client of crowd) {
      for (let count = 0; count < 20; count += 1) {
        client.send('irn_subscribe', { topic: randomTopic() })
      }
    }
    const countResponses = () => crowd.reduce((sum, { frames }) => sum + frames.length, 0)
    await expect.poll(countResponses, waitOptions).toBeGreaterThanOrEqual(10)
    // Each socket has at most one call beyond the burst; the others wait.
    const honest = await relay.join(from('203.0.113.8'))
    expect(await honest.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
    expect(countResponses()).toBeLessThanOrEqual(15)
    await expect
      .poll(() => {
        relay.clock.advance(1_000)
        return countResponses()
      }, waitOptions)
      .toBe(100)
  })

  it('counts long frames as several calls', async () => {
    const relay = await relays.start({ limits: { callsPerSecond: 1, callBurst: 20 } })
    const client = await relay.join()
    const outcomes: string[] = []
    for (const method of ['irn_long', 'irn_unknown', 'irn_unknown']) {
      const filling = method === 'irn_long' ? 'A'.repeat(250_000) : ''
      outcome(client.call(method, { filling })).then((data) => outcomes.push(data))
    }
    await expect.poll(() => outcomes.length, waitOptions).toBe(3)
    const more = outcome(client.call('irn_long', { filling: 'A'.repeat(250_000) }))
    expect(await more).toBe('InvalidMethod')
    let hasResponse = false
    client.call('irn_subscribe', { topic: randomTopic() }).then(() => {
      hasResponse = true
    })
    const other = await relay.join()
    await other.call('irn_subscribe', { topic: randomTopic() })
    expect(hasResponse).toBe(false)
    await expect
      .poll(() => {
        relay.clock.advance(5_000)
        return hasResponse
      }, waitOptions)
      .toBe(true)
  })

  it('counts pings and unknown acknowledgements as calls', async () => {
    const relay = await relays.start({ limits: { callsPerSecond: 1, callBurst: 10 } })
    const client = await relay.join()
    let pongs = 0
    client.socket.on('pong', () => {
      pongs += 1
    })
    for (let count = 0; count < 6; count += 1) client.socket.ping()
    await expect.poll(() => pongs, waitOptions).toBe(6)
    for (let count = 0; count < 6; count += 1) {
      client.socket.send(JSON.stringify({ id: count, jsonrpc: '2.0', result: true }))
    }
    let hasResponse = false
    const call = client.call('irn_subscribe', { topic: randomTopic() }).then(() => {
      hasResponse = true
    })
    const other = await relay.join()
    await other.call('irn_subscribe', { topic: randomTopic() })
    expect(hasResponse).toBe(false)
    await expect
      .poll(() => {
        relay.clock.advance(1_000)
        return hasResponse
      }, waitOptions)
      .toBe(true)
    await call
  })
})

/** The highest of several readings, so that a test does not pass by chance. */
async function highest(read: () => Promise<number>): Promise<number> {
  let most = 0
  for (let count = 0; count < 20; count += 1) most = Math.max(most, await read())
  return most
}
