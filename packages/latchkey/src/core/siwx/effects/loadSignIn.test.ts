import { expect, it } from 'vitest'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { getConnection } from '../../connection/store.js'
import { loadSignIn } from './loadSignIn.js'

it('disconnects when it cannot be loaded, and loads again with the next connection', async () => {
  const { widget, connect, toast } = createSignInWidget()
  let started = 0
  let load = () => Promise.reject<{ watchSignIn: () => () => void }>(new Error('offline'))
  const stop = loadSignIn(widget, () => load())
  await connect()
  expect(getConnection(widget)).toBeUndefined()
  expect(toast()).toMatch('could not be loaded')
  load = async () => ({
    watchSignIn: () => {
      started += 1
      return () => undefined
    },
  })
  await connect()
  expect(getConnection(widget)).toBeDefined()
  expect(started).toBe(1)
  stop()
})

it('loads nothing on sites without sign-in', () => {
  const { widget } = createSignInWidget({ options: { siwx: undefined } })
  loadSignIn(widget, () => {
    throw new Error('loaded')
  })
})
