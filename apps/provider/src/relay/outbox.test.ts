import { describe, expect, it, vi } from 'vitest'
import type { StoredMessage } from './mailbox.js'
import { createOutbox } from './outbox.js'

const PATIENCE = { timeout: 20_000, interval: 1 }
const DID = 'did:key:z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2'

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

/** An outbox whose socket is a list. */
function setUp(unacknowledged = 100) {
  const sent: { id: number; text: string; subscription: string }[] = []
  let ids = 0
  let overflows = 0
  const outbox = createOutbox({
    clientId: DID,
    unacknowledged,
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

/** A store that answers when the test says so. */
function pages(...all: StoredMessage[][]) {
  const questions: ((page: StoredMessage[]) => void)[] = []
  return {
    nextPage: () => new Promise<StoredMessage[]>((resolve) => questions.push(resolve)),
    /** Answers with the pages in turn, then says there is no more. */
    async answer() {
      for (const page of [...all, []]) {
        await vi.waitFor(() => expect(questions).not.toEqual([]), PATIENCE)
        questions.shift()?.(page)
      }
    },
    async answerFirst() {
      await vi.waitFor(() => expect(questions).not.toEqual([]), PATIENCE)
      questions.shift()?.(all[0] ?? [])
    },
  }
}

describe('an outbox', () => {
  it('names the subscription as clients do', () => {
    const { outbox, sent } = setUp()
    const topic = '4884fdaafea47c29fea7159d0daddd9c085d6200e1359e85bb81736af6b7c837'
    outbox.offer(message(1, topic))
    expect(sent[0]?.subscription).toBe(
      'f97dcc771bec6d5189344d659f61961fd8c43af0696030379aeb0633361228fb',
    )
  })

  it('holds new mail back from the moment a replay is asked for, and repeats nothing', async () => {
    const { outbox, texts } = setUp()
    const store = pages([message(1), message(2)], [message(3)])
    const done = outbox.replay({ topics: ['a'], isRepeating: true, nextPage: store.nextPage })
    outbox.offer(message(4))
    outbox.offer(message(3))
    outbox.offer(message(9, 'b'))
    expect(texts()).toEqual(['text-9'])
    await store.answer()
    await done
    expect(texts()).toEqual(['text-9', 'text-1', 'text-2', 'text-3', 'text-4'])
    outbox.offer(message(4))
    expect(texts()).toHaveLength(5)
  })

  it('holds until the last of several replays', async () => {
    const { outbox, texts } = setUp()
    const [first, second] = [pages([message(1)]), pages([message(1), message(2)])]
    outbox.replay({ topics: ['a'], isRepeating: true, nextPage: first.nextPage })
    const done = outbox.replay({ topics: ['a'], isRepeating: false, nextPage: second.nextPage })
    outbox.offer(message(3))
    await first.answer()
    expect(texts()).toEqual(['text-1'])
    await second.answer()
    await done
    expect(texts()).toEqual(['text-1', 'text-2', 'text-3'])
  })

  it('lets acknowledgements set the pace of a replay', async () => {
    const { outbox, sent, texts } = setUp(2)
    const store = pages([message(1), message(2), message(3)])
    const done = outbox.replay({ topics: ['a'], isRepeating: true, nextPage: store.nextPage })
    const answered = store.answer()
    await expect.poll(() => sent.length, PATIENCE).toBe(2)
    expect(texts()).toEqual(['text-1', 'text-2'])
    expect(outbox.settle(sent[0]?.id ?? 0)).toMatchObject({ seq: 1 })
    await answered
    await done
    expect(texts()).toEqual(['text-1', 'text-2', 'text-3'])
    expect(outbox.settle(sent[0]?.id ?? 0)).toBeUndefined()
  })

  it('gives up on a client that lets new mail pile up, sent or held', async () => {
    const sending = setUp(2)
    for (const seq of [1, 2, 3]) sending.outbox.offer(message(seq))
    expect([sending.texts().length, sending.overflows()]).toEqual([2, 1])
    const holding = setUp(2)
    const store = pages()
    holding.outbox.replay({ topics: ['a'], isRepeating: true, nextPage: store.nextPage })
    for (const seq of [1, 2, 3]) holding.outbox.offer(message(seq))
    expect([holding.texts().length, holding.overflows()]).toEqual([0, 1])
  })

  it('ends a replay when the socket closes', async () => {
    const { outbox, texts } = setUp(1)
    const store = pages([message(1), message(2)])
    const done = outbox.replay({ topics: ['a'], isRepeating: true, nextPage: store.nextPage })
    await store.answerFirst()
    await expect.poll(() => texts().length, PATIENCE).toBe(1)
    outbox.close()
    await done
    outbox.offer(message(3))
    expect(texts()).toEqual(['text-1'])
  })
})
