import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createResource } from './createResource.js'

function setUp() {
  const clock = createFakeClock()
  const answers: (number | undefined | Error)[] = []
  let loadCount = 0
  const resource = createResource({
    clock,
    signal: new AbortController().signal,
    key: (name: string) => name,
    lifetime: 100,
    retryGap: 50,
    async load() {
      loadCount += 1
      const answer = answers.length > 0 ? answers.shift() : new Error('no answer')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { clock, resource, answers, loadCount: () => loadCount }
}

describe('createResource', () => {
  it('loads once for concurrent calls, and again when stale', async () => {
    const { clock, resource, answers, loadCount } = setUp()
    answers.push(1, 2)
    await Promise.all([resource.load('a'), resource.load('a')])
    await resource.load('a')
    expect(loadCount()).toBe(1)
    await clock.advance(100)
    expect(await resource.load('a')).toEqual({ status: 'ready', value: 2 })
  })

  it('keeps the last value after a failure and waits for the retry gap', async () => {
    const { clock, resource, answers, loadCount } = setUp()
    answers.push(1, new Error('down'), 3)
    await resource.load('a')
    await clock.advance(100)
    expect(await resource.load('a')).toMatchObject({ status: 'failed', value: 1 })
    await clock.advance(49)
    await resource.load('a')
    expect(loadCount()).toBe(2)
    await clock.advance(1)
    expect(await resource.load('a')).toEqual({ status: 'ready', value: 3 })
  })

  it('stays absent when there is no data', async () => {
    const { resource, answers, loadCount } = setUp()
    answers.push(undefined)
    expect(await resource.load('a')).toEqual({ status: 'absent' })
    expect(await resource.load('a')).toEqual({ status: 'absent' })
    expect(loadCount()).toBe(1)
  })

  it('notifies its listeners of every change', async () => {
    const { resource, answers } = setUp()
    answers.push(1)
    const seen: string[] = []
    const stop = resource.subscribe(() => seen.push(resource.get('a').status))
    await resource.load('a')
    stop()
    expect(seen).toEqual(['loading', 'ready'])
    expect(resource.get('b')).toEqual({ status: 'absent' })
  })

  it('loads again after `invalidate`', async () => {
    const { resource, answers, loadCount } = setUp()
    answers.push(1, 2)
    await resource.load('a')
    resource.invalidate('a')
    await resource.load('a')
    expect(loadCount()).toBe(2)
  })

  it('waits for a pending load before it refreshes', async () => {
    const { resource, answers, loadCount } = setUp()
    answers.push(1, 2)
    const first = resource.load('a')
    const again = resource.refresh('a')
    expect(await first).toEqual({ status: 'ready', value: 1 })
    expect(await again).toEqual({ status: 'ready', value: 2 })
    expect(loadCount()).toBe(2)
  })

  it('does not refresh within the retry gap and reports its end', async () => {
    const { clock, resource, answers, loadCount } = setUp()
    answers.push(new Error('down'), 2)
    expect(resource.retryAt('a')).toBeUndefined()
    await resource.load('a')
    expect(resource.retryAt('a')).toBe(clock.now() + 50)
    await resource.refresh('a')
    expect(loadCount()).toBe(1)
    await clock.advance(50)
    await resource.refresh('a')
    expect(resource.get('a')).toEqual({ status: 'ready', value: 2 })
    expect(resource.retryAt('a')).toBeUndefined()
  })
})

describe('a recalled value', () => {
  function recalling(age: number) {
    const clock = createFakeClock()
    const answers: (number | Error)[] = []
    const resource = createResource({
      clock,
      signal: new AbortController().signal,
      key: (name: string) => name,
      lifetime: 100,
      retryGap: 50,
      recall: () => ({ value: 7, at: clock.now() - age }),
      async load() {
        const answer = answers.shift() ?? new Error('no answer')
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    return { resource, answers }
  }

  it('is used while fresh', async () => {
    const { resource } = recalling(99)
    expect(resource.get('a')).toEqual({ status: 'ready', value: 7 })
    expect(resource.get('a')).toBe(resource.get('a'))
    expect(await resource.load('a')).toEqual({ status: 'ready', value: 7 })
  })

  it('is marked as stale while a new one loads', async () => {
    const { resource, answers } = recalling(100)
    answers.push(8)
    expect(resource.get('a')).toEqual({ status: 'loading', value: 7, isStale: true })
    const loading = resource.load('a')
    expect(resource.get('a')).toEqual({ status: 'loading', value: 7, isStale: true })
    expect(await loading).toEqual({ status: 'ready', value: 8 })
  })

  it('is kept when loading fails', async () => {
    const { resource } = recalling(100)
    expect(await resource.load('a')).toMatchObject({ status: 'failed', value: 7 })
  })
})
