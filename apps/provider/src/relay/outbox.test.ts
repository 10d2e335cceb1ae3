import { describe, expect, it, vi } from 'vitest'
import type { StoredMessage } from './mailbox.js'
import { createOutbox } from './outbox.js'
import type { UnreadPage } from './unreadMail.js'

const waitOptions = { interval: 1 }
const clientDid = 'did:key:z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2'

function message(seq: number, topic = 'a'): StoredMessage {
  return {
    seq,
    topic,
    message: `text-${seq}`,
    tag: 1,
    attestation: undefined,
    publisher: 'p',
    publishedAt: 5,
  }
}

/** An outbox that sends to a list. */
function setUp(maxUnacknowledged = 100, store = pages()) {
  const sent: { id: number; text: string; subscription: string }[] = []
  let ids = 0
  let overflows = 0
  const outbox = createOutbox({
    clientId: clientDid,
    maxUnacknowledged,
    maxQueuedBytes: 1_000,
    nextPage: store.nextPage,
    nextId: () => ++ids,
    onOverflow: () => {
      overflows += 1
    },
    send(text, onSent) {
      const { id, params } = JSON.parse(text)
      sent.push({ id, text: params.data.message, subscription: params.id })
      onSent()
    },
  })
  return {
    outbox,
    sent,
    texts: () => sent.map(({ text }) => text),
    overflows: () => overflows,
  }
}

/** A store that responds when the test allows it. */
function pages(...all: StoredMessage[][]) {
  const questions: { after: number; topics: readonly string[]; answer(page: UnreadPage): void }[] =
    []
  const left = [...all]
  const requested: string[] = []
  let reserved = 0
  async function answer() {
    await vi.waitFor(() => expect(questions).not.toEqual([]), waitOptions)
    const messages = left.shift() ?? []
    const question = questions.shift()
    question?.answer({
      messages,
      hasMore: left.length > 0,
      release: () => {
        reserved -= 1
      },
    })
  }
  return {
    requested,
    reserved: () => reserved,
    nextPage: (topics: readonly string[], after: number) =>
      new Promise<UnreadPage>((resolve) => {
        reserved += 1
        requested.push(`${topics.join(' ')} after ${after}`)
        questions.push({ after, topics, answer: resolve })
      }),
    /** Responds to the next read. */
    answer,
    /** Returns all pages in order. */
    async answerAll() {
      while (left.length > 0) await answer()
    },
  }
}

/** Makes every page the last of its replay. */
function withoutMore(nextPage: ReturnType<typeof pages>['nextPage']): typeof nextPage {
  return async (topics, after) => ({ ...(await nextPage(topics, after)), hasMore: false })
}

describe('outbox', () => {
  it('computes the subscription id as clients do', () => {
    const { outbox, sent } = setUp()
    const topic = '4884fdaafea47c29fea7159d0daddd9c085d6200e1359e85bb81736af6b7c837'
    outbox.deliver(message(1, topic))
    expect(sent[0]?.subscription).toBe(
      'f97dcc771bec6d5189344d659f61961fd8c43af0696030379aeb0633361228fb',
    )
  })

  it('queues new mail once a replay is requested, without repeats', async () => {
    const store = pages([message(1), message(2)], [message(3)])
    const { outbox, texts } = setUp(100, store)
    const done = outbox.replay(['a'], true)
    outbox.deliver(message(4))
    outbox.deliver(message(3))
    outbox.deliver(message(9, 'b'))
    expect(texts()).toEqual(['text-9'])
    await store.answerAll()
    await done
    expect(texts()).toEqual(['text-9', 'text-1', 'text-2', 'text-3', 'text-4'])
    outbox.deliver(message(4))
    expect(texts()).toHaveLength(5)
  })

  it('queues new mail until the last of several replays', async () => {
    const store = pages([message(1)], [message(1), message(2)])
    store.nextPage = withoutMore(store.nextPage)
    const { outbox, texts } = setUp(100, store)
    outbox.replay(['a'], true)
    const done = outbox.replay(['a'], false)
    outbox.deliver(message(3))
    await store.answer()
    await expect.poll(() => store.requested.length, waitOptions).toBe(2)
    expect(texts()).toEqual(['text-1'])
    await store.answer()
    await done
    expect(texts()).toEqual(['text-1', 'text-2', 'text-3'])
  })

  it('merges replays requested while one runs, without skipped topics', async () => {
    const store = pages([], [])
    store.nextPage = withoutMore(store.nextPage)
    const { outbox, texts } = setUp(100, store)
    outbox.replay(['a'], true)
    for (let count = 0; count < 1_000; count += 1) outbox.replay(['b', `t${count}`], true)
    outbox.skip(Array.from({ length: 1_000 }, (_, index) => `t${index}`))
    outbox.deliver(message(1, 't7'))
    outbox.deliver(message(2, 'b'))
    expect(texts()).toEqual(['text-1'])
    await store.answer()
    await store.answer()
    await expect.poll(texts, waitOptions).toEqual(['text-1', 'text-2'])
    expect(store.requested).toEqual(['a after 0', 'b after 0'])
  })

  it('waits for acknowledgements during a replay without keeping messages in memory', async () => {
    const store = pages([message(1), message(2), message(3)], [message(3)])
    const { outbox, sent, texts } = setUp(2, store)
    const done = outbox.replay(['a'], true)
    await store.answer()
    await expect.poll(() => sent.length, waitOptions).toBe(2)
    expect(texts()).toEqual(['text-1', 'text-2'])
    expect([store.reserved(), store.requested.length]).toEqual([0, 1])
    expect(outbox.acknowledge(sent[0]?.id ?? 0)).toEqual({ seq: 1, topic: 'a' })
    await store.answer()
    await done
    expect(store.requested).toEqual(['a after 0', 'a after 2'])
    expect(texts()).toEqual(['text-1', 'text-2', 'text-3'])
    expect(outbox.acknowledge(sent[0]?.id ?? 0)).toBeUndefined()
  })

  it('reports an overflow when new mail piles up, sent or queued', async () => {
    const sending = setUp(2)
    for (const seq of [1, 2, 3]) sending.outbox.deliver(message(seq))
    expect([sending.texts().length, sending.overflows()]).toEqual([2, 1])
    const holding = setUp(2)
    holding.outbox.replay(['a'], true)
    for (const seq of [1, 2, 3]) holding.outbox.deliver(message(seq))
    expect([holding.texts().length, holding.overflows()]).toEqual([0, 1])
    const long = setUp(100)
    long.outbox.replay(['a'], true)
    for (const seq of [1, 2, 3]) long.outbox.deliver({ ...message(seq), message: 'A'.repeat(400) })
    expect([long.texts().length, long.overflows()]).toEqual([0, 1])
  })

  it('ends a replay when the socket closes', async () => {
    const store = pages([message(1), message(2)])
    const { outbox, texts } = setUp(1, store)
    const done = outbox.replay(['a'], true)
    await store.answer()
    await expect.poll(() => texts().length, waitOptions).toBe(1)
    outbox.close()
    await done
    outbox.deliver(message(3))
    expect(texts()).toEqual(['text-1'])
  })
})
