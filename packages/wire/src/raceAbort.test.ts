import { expect, test } from 'vitest'
import { raceAbort } from './raceAbort.js'

const never = new Promise<never>(() => {})

test('settles like the promise', async () => {
  const { signal } = new AbortController()
  expect(await raceAbort(signal, Promise.resolve(1))).toBe(1)
  await expect(raceAbort(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})

test('rejects with the reason when the signal aborts first or was aborted', async () => {
  const controller = new AbortController()
  const racing = raceAbort(controller.signal, never)
  controller.abort(new Error('left'))
  await expect(racing).rejects.toThrow('left')
  await expect(raceAbort(controller.signal, Promise.resolve(1))).rejects.toThrow('left')
})

test('leaves no rejection unhandled when the promise fails after the abort', async () => {
  const controller = new AbortController()
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise
  })
  const racing = raceAbort(controller.signal, promise)
  controller.abort(new Error('left'))
  reject(new Error('too late'))
  await expect(racing).rejects.toThrow('left')
})
