import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { publication, useRelays } from '../testing/relayFixture.js'
import { randomTopic } from '../testing/testRelayClient.js'
import { defaultRelayLimits } from './relayLimits.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const waitOptions = { interval: 10 }
const relays = useRelays()

describe('relay messages', () => {
  it('delivers to a subscriber, and not back to the publisher', async () => {
    const relay = await relays.start()
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const topic = randomTopic()
    expect(await wallet.call('irn_subscribe', { topic })).toMatch(/^[0-9a-f]{64}$/)
    await dapp.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'AAAA', { attestation: '', tvf: { x: 1 } }))
    await expect.poll(() => wallet.messages(topic), waitOptions).toEqual(['AAAA'])
    expect(wallet.frames.find(({ params }) => params)?.params?.data).toEqual({
      topic,
      message: 'AAAA',
      tag: 1108,
      attestation: '',
      publishedAt: relay.clock.now(),
    })
    // An echo would have arrived before this response.
    await wallet.call('irn_publish', publication(topic, 'BBBB'))
    await expect.poll(() => dapp.messages(topic), waitOptions).toEqual(['BBBB'])
  })

  it('stores mail for later subscribers, in the order it was published', async () => {
    const relay = await relays.start({ limits: { publishBurst: 1_000 } })
    const dapp = await relay.join()
    const topic = randomTopic()
    const texts = Array.from({ length: 250 }, (_, index) => `text-${index}`)
    const ids = texts.map((text) => dapp.send('irn_publish', publication(topic, text)))
    for (const id of ids) expect((await dapp.waitForResponse(id)).result).toBe(true)
    const wallet = await relay.join()
    await wallet.call('irn_subscribe', { topic })
    await expect.poll(() => wallet.messages(topic).length, waitOptions).toBe(250)
    expect(wallet.messages(topic)).toEqual(texts)
  })

  it('delivers stored mail before new mail', async () => {
    const relay = await relays.start({ limits: { publishBurst: 5_000 } })
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const topic = randomTopic()
    const texts = Array.from({ length: 300 }, (_, index) => `text-${index}`)
    const send = (text: string) => dapp.send('irn_publish', publication(topic, text))
    for (const text of texts.slice(0, 150)) send(text)
    const subscribed = wallet.call('irn_subscribe', { topic })
    for (const text of texts.slice(150)) send(text)
    await subscribed
    await expect.poll(() => wallet.messages(topic).length, waitOptions).toBe(300)
    expect(wallet.messages(topic)).toEqual(texts)
  })

  it('delivers unacknowledged messages again, and acknowledged ones never', async () => {
    const relay = await relays.start()
    const dapp = await relay.join()
    const seed = randomBytes(32)
    const topic = randomTopic()
    const forgetful = await relay.join({ seed, isSilent: true })
    await forgetful.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'once'))
    await expect.poll(() => forgetful.messages(), waitOptions).toEqual(['once'])
    await forgetful.close()

    const back = await relay.join({ seed })
    await back.call('irn_batchSubscribe', { topics: [topic] })
    await expect.poll(() => back.messages(), waitOptions).toEqual(['once'])
    // The acknowledgement is sent before this call.
    await back.call('irn_unsubscribe', { topic: randomTopic(), id: 'any' })
    await back.close()

    const again = await relay.join({ seed })
    expect(await again.call('irn_fetchMessages', { topic })).toEqual({
      messages: [],
      hasMore: false,
    })
  })

  it('treats the same text on a topic as one message', async () => {
    const relay = await relays.start()
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const topic = randomTopic()
    await wallet.call('irn_subscribe', { topic })
    for (const text of ['same', 'same', 'same', 'other']) {
      await dapp.call('irn_publish', publication(topic, text))
    }
    await expect.poll(() => wallet.messages(topic), waitOptions).toEqual(['same', 'other'])
  })

  it('serves two tabs that share one client, each with its own socket', async () => {
    const relay = await relays.start()
    const dapp = await relay.join()
    const seed = randomBytes(32)
    const [first, second] = [await relay.join({ seed }), await relay.join({ seed })]
    const topic = randomTopic()
    await first.call('irn_subscribe', { topic })
    await second.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'both'))
    await expect
      .poll(() => [first.messages(), second.messages()], waitOptions)
      .toEqual([['both'], ['both']])
    // A message of one tab is delivered to no tab of the same client.
    await first.call('irn_publish', publication(topic, 'own'))
    await first.call('irn_unsubscribe', { topic, id: 'any' })
    await first.close()
    await dapp.call('irn_publish', publication(topic, 'left'))
    await expect.poll(() => second.messages(), waitOptions).toEqual(['both', 'left'])
  })

  it('counts an acknowledgement only from a tab that subscribed', async () => {
    const relay = await relays.start()
    const dapp = await relay.join()
    const seed = randomBytes(32)
    const topic = randomTopic()
    const reader = await relay.join({ seed, isSilent: true })
    const stranger = await relay.join({ seed })
    await reader.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'for the reader'))
    await expect.poll(() => stranger.messages(), waitOptions).toEqual(['for the reader'])
    await stranger.call('irn_unsubscribe', { topic: randomTopic(), id: 'any' })
    await reader.close()
    const back = await relay.join({ seed })
    await back.call('irn_subscribe', { topic })
    await expect.poll(() => back.messages(), waitOptions).toEqual(['for the reader'])
  })

  it('handles a proposal and an approval in one call each', async () => {
    const relay = await relays.start()
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    const proposal = { pairingTopic, sessionProposal: 'propose', ttl: 300, correlationId: 1 }
    expect(await dapp.call('wc_proposeSession', { ...proposal, attestation: '' })).toBe(true)
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await expect.poll(() => wallet.messages(), waitOptions).toEqual(['propose'])
    const approval = {
      pairingTopic,
      sessionTopic,
      sessionProposalResponse: 'answer',
      sessionSettlementRequest: 'settle',
      ttl: 300,
      correlationId: 1,
    }
    expect(await wallet.call('wc_approveSession', approval)).toBe(true)
    await expect.poll(() => dapp.messages(pairingTopic), waitOptions).toEqual(['answer'])
    await dapp.call('irn_subscribe', { topic: sessionTopic })
    await expect.poll(() => dapp.messages(sessionTopic), waitOptions).toEqual(['settle'])
    await dapp.call('irn_publish', publication(sessionTopic, 'settled', { tag: 1103 }))
    await expect.poll(() => wallet.messages(sessionTopic), waitOptions).toEqual(['settled'])
    const tags = [...wallet.frames, ...dapp.frames].flatMap(({ params }) => params?.data.tag ?? [])
    expect(tags).toEqual([1100, 1103, 1101, 1102])
  })

  it('fetches by page, counts that as delivery, and takes receipts by message id', async () => {
    const relay = await relays.start({ limits: { publishBurst: 1_000 } })
    const [dapp, wallet] = [await relay.join(), await relay.join()]
    const topics = [randomTopic(), randomTopic()]
    const messages = Array.from({ length: 130 }, (_, index) =>
      publication(topics[index % 2] ?? '', `text-${index}`),
    )
    expect(await dapp.call('irn_batchPublish', { messages })).toBe(true)
    type Page = { messages: { message: string }[]; hasMore: boolean }
    const first = (await wallet.call('irn_batchFetchMessages', { topics })) as Page
    const second = (await wallet.call('irn_batchFetchMessages', { topics })) as Page
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    const texts = [...first.messages, ...second.messages].map(({ message }) => message)
    expect(texts).toEqual(messages.map(({ message }) => message))

    const topic = randomTopic()
    await dapp.call('irn_batchPublish', {
      messages: [publication(topic, 'a'), publication(topic, 'b')],
    })
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from('a'))
    const receipts = [{ topic, message_id: Buffer.from(digest).toString('hex') }]
    expect(await wallet.call('irn_batchReceive', { receipts })).toBe(true)
    const rest = (await wallet.call('irn_fetchMessages', { topic })) as Page
    expect(rest.messages.map(({ message }) => message)).toEqual(['b'])
  })

  it('drops waiting mail with the subscription', async () => {
    const relay = await relays.start()
    const dapp = await relay.join()
    const wallet = await relay.join({ isSilent: true })
    const topic = randomTopic()
    await wallet.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'unwanted'))
    await expect.poll(() => wallet.messages(), waitOptions).toEqual(['unwanted'])
    expect(await wallet.call('irn_unsubscribe', { topic, id: 'any' })).toBe(true)
    expect(await wallet.call('irn_fetchMessages', { topic })).toMatchObject({ messages: [] })
    await dapp.call('irn_publish', publication(topic, 'later'))
    expect(await wallet.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{ message: 'later' }],
    })
    expect(wallet.messages()).toEqual(['unwanted'])
  })

  it('keeps a message until it expires', async () => {
    const relay = await relays.start()
    const dapp = await relay.join()
    const topic = randomTopic()
    await dapp.call('irn_publish', publication(topic, 'short', { ttl: 310 }))
    await dapp.call('irn_publish', publication(topic, 'long', { ttl: 86_400 }))
    relay.clock.advance(309_000)
    const early = await relay.join()
    expect(await early.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{ message: 'short' }, { message: 'long' }],
    })
    // Expired, but not removed yet.
    relay.clock.advance(1_000)
    const late = await relay.join()
    expect(await late.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{ message: 'long' }],
    })
    const stored = () => {
      // Expired messages are removed at intervals, unless an earlier removal still runs.
      relay.clock.advance(20_000)
      return relays.database.sql`
        select m.message, (select count(*)::int from relay_receipts r where r.seq = m.seq) as reads
        from relay_messages m where m.topic = decode(${topic}, 'hex')`
    }
    await expect.poll(stored, waitOptions).toEqual([{ message: 'long', reads: 2 }])
  })

  it('echoes ids unchanged, as text or as a number too large for a double', async () => {
    const relay = await relays.start()
    const client = await relay.join()
    const ids = ['"1794701811075749888"', '1794701811075749888', '1794701811075']
    const answers: string[] = []
    client.socket.on('message', (data) => answers.push(String(data)))
    for (const id of ids) {
      client.socket.send(
        `{"id":${id},"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${randomTopic()}"}}`,
      )
    }
    await expect.poll(() => answers.length, waitOptions).toBe(3)
    expect(answers.map((answer) => /^\{"id":([^,]+),/.exec(answer)?.[1])).toEqual(ids)
  })
})

describe('faults', () => {
  const topic = randomTopic()
  it.each([
    ['an unknown method', 'irn_teleport', {}, -32600, 'InvalidMethod'],
    ['an invalid topic', 'irn_subscribe', { topic: 'x' }, -32600, 'InvalidTopic'],
    [
      'a batch above the limit',
      'irn_batchSubscribe',
      { topics: Array(501).fill(topic) },
      -32600,
      'BatchLimitExceeded',
    ],
    [
      'a message above the limit',
      'irn_publish',
      publication(topic, 'A'.repeat(98_305)),
      -32600,
      'PayloadSizeExceeded',
    ],
    [
      'a message with a null character',
      'irn_publish',
      publication(topic, 'a\u0000b'),
      -32600,
      'InvalidParams',
    ],
    [
      'a ttl above a month',
      'irn_publish',
      publication(topic, 'a', { ttl: 2_592_001 }),
      -32000,
      'TtlTooLong',
    ],
  ])('returns a named error for %s', async (_, method, params, code, data) => {
    const relay = await relays.start()
    const client = await relay.join()
    await expect(client.call(method, params)).rejects.toMatchObject({ code, data })
    expect(await client.call('irn_subscribe', { topic })).toBeTypeOf('string')
  })

  it('accepts a message of exactly the limit', async () => {
    const relay = await relays.start()
    const client = await relay.join()
    const message = 'A'.repeat(defaultRelayLimits.messageBytes)
    expect(await client.call('irn_publish', publication(randomTopic(), message))).toBe(true)
  })

  it('tolerates some invalid frames, then closes, without affecting others', async () => {
    const relay = await relays.start()
    const [noisy, calm] = [await relay.join(), await relay.join()]
    for (const text of ['{', '[]', 'null', '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":{}}'])
      noisy.socket.send(text)
    noisy.socket.send(Buffer.from([1, 2, 3]))
    await expect
      .poll(() => noisy.frames.filter(({ id, error }) => id === 0 && error).length, waitOptions)
      .toBe(6)
    for (let count = 0; count < 20; count += 1) noisy.socket.send('{')
    expect(await noisy.closed).toMatchObject({ code: 1008 })
    const huge = await relay.join()
    huge.socket.send('A'.repeat(300_000))
    expect(await huge.closed).toMatchObject({ code: 1009 })
    expect(await calm.call('irn_subscribe', { topic: randomTopic() })).toBeTypeOf('string')
  })
})
