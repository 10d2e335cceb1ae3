import { describe, expect, it } from 'vitest'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createManualClock } from '../../testing/manualClock.js'
import { IndexError, type IndexErrorCode } from './ChainIndex.js'
import { createIndexes } from './createIndexes.js'
import { openIndexes } from './openIndexes.js'
import { createIndexCall } from './requestIndex.js'

const chain = 'eip155:1'
const other = 'eip155:10'
const account = `0x${'1'.repeat(40)}` as const

function open() {
  const clock = createManualClock()
  const failures: string[] = []
  const indexes = createIndexes(
    ['first', 'second'].map((index) => ({ id: index, chains: [chain, other], index })),
    { clock, onFailure: ({ code }) => failures.push(code) },
  )
  const used: string[] = []
  const read = (failing: Readonly<Record<string, IndexError>>, on: typeof chain | typeof other) =>
    indexes.read(on, async (index) => {
      used.push(index)
      if (failing[index]) throw failing[index]
      return index
    })
  return { clock, failures, used, read }
}

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('several indexes', () => {
  it('are used in order', async () => {
    const { read, failures, used } = open()
    expect(await read({}, chain)).toBe('first')
    const error = new IndexError('no-answer', '')
    expect(await read({ first: error }, chain)).toBe('second')
    expect(await read({ first: error, second: error }, chain)).toBeUndefined()
    expect(used).toEqual(['first', 'first', 'second', 'second'])
    expect(failures).toEqual(['no-answer', 'no-answer'])
  })

  it.each<[IndexErrorCode, number, boolean]>([
    ['rate-limited', 2_000, true],
    ['no-answer', 10_000, true],
    ['unauthorized', 300_000, true],
    ['malformed', 60_000, false],
    ['contradicted', 60_000, false],
    ['unsupported', 600_000, false],
  ])('leave a failed one alone: %s', async (code, pause, isForAllChains) => {
    const { read, clock } = open()
    await read({ first: new IndexError(code, '') }, chain)
    expect(await read({}, chain)).toBe('second')
    expect(await read({}, other)).toBe(isForAllChains ? 'second' : 'first')
    clock.advance(pause + 1)
    expect(await read({}, chain)).toBe('first')
  })

  it('wait as long as the service asks', async () => {
    const { read, clock } = open()
    await read({ first: new IndexError('rate-limited', '', 30_000) }, chain)
    clock.advance(29_000)
    expect(await read({}, chain)).toBe('second')
    clock.advance(1_001)
    expect(await read({}, chain)).toBe('first')
  })

  it('pass the faults of others on', async () => {
    const { read } = open()
    const fault = new TypeError('a bug') as unknown as IndexError
    await expect(read({ first: fault }, chain)).rejects.toBe(fault)
  })

  it('do not wait for a service that never answers', async () => {
    const clock = createManualClock()
    const http: HttpClient = { send: () => new Promise(() => {}) }
    const lines: unknown[] = []
    const common = { chains: [chain] as [typeof chain], perSecond: 1_000, url: 'https://a.example' }
    const { indexes } = openIndexes(
      [{ ...common, driver: 'etherscan', keyFile: 'k', key: 'secret' }],
      {
        http,
        clock,
        log: (line) => lines.push(line),
      },
    )
    const reading = indexes.read(chain, (index, signal) => index.findTokens(chain, account, signal))
    await settle()
    clock.advance(7_000)
    expect(await reading).toBeUndefined()
    expect(lines).toEqual([
      { level: 'warn', event: 'index-failed', reason: 'IndexError no-answer' },
    ])
  })
})

describe('the rate of an index', () => {
  it('is not exceeded, and long queues fail', async () => {
    const clock = createManualClock()
    const sent: number[] = []
    const http: HttpClient = {
      async send() {
        sent.push(clock.now())
        return { status: 200, headers: {}, bytes: new TextEncoder().encode('{}') }
      },
    }
    const call = createIndexCall({ http, clock, perSecond: 2 })
    const { signal } = new AbortController()
    const calls = Array.from({ length: 12 }, () =>
      call('https://a.example', undefined, signal).then(
        () => 'done',
        ({ code }: IndexError) => code,
      ),
    )
    for (let step = 0; step < 12; step += 1) {
      await settle()
      clock.advance(500)
    }
    const results = await Promise.all(calls)
    expect(results.filter((result) => result === 'done')).toHaveLength(9)
    expect(results.slice(9)).toEqual(['rate-limited', 'rate-limited', 'rate-limited'])
    expect(sent.map((at) => at - (sent[0] ?? 0))).toEqual(
      Array.from({ length: 9 }, (_, index) => index * 500),
    )
  })
})
