import { expect, it } from 'vitest'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { testNetworks } from '../../../../fixtures/testWidget.js'
import { addSessions } from './addSessions.js'

const solanaId = `solana:${testNetworks.solana.id}` as const

it('stores one session, marks its account as signed in and closes the view', async () => {
  const { widget, connect, siwx, status, view, events } = createSignInWidget()
  await connect()
  expect(view()).toBe('SIWXSignMessage')
  await addSessions(widget, [fakeSession('eip155:1', '0xA1')])
  expect(siwx.calls).toEqual(['addSession eip155:1 0xA1'])
  expect(status()).toBe('signed')
  expect(view()).toBeUndefined()
  expect(events).toContain('SIWX_AUTH_SUCCESS')
})

it('needs no prompt for a session that is stored before the wallet connects', async () => {
  const { widget, connect, status, events } = createSignInWidget()
  await addSessions(widget, [fakeSession('eip155:1', '0xA1')])
  await connect()
  expect(status()).toBe('signed')
  expect(events).not.toContain('MODAL_OPEN')
})

it('is not undone by a check that began before', async () => {
  const siwx = createFakeSiwx()
  const answer = createGate()
  siwx.behaviour.getSessions = answer.promise
  siwx.getSessions = async () => {
    await answer.promise
    return []
  }
  const { widget, connect, status, settle } = createSignInWidget({ siwx })
  await connect()
  expect(status()).toBe('checking')
  await addSessions(widget, [fakeSession('eip155:1', '0xA1')])
  answer.open()
  await settle()
  expect(status()).toBe('signed')
})

it('stores several at once and keeps those of other wallets', async () => {
  const siwx = createFakeSiwx({ stored: [fakeSession(solanaId, 'So1')] })
  const { widget, connect, status } = createSignInWidget({ siwx })
  await connect('ghost')
  await connect('fox')
  await addSessions(widget, [fakeSession('eip155:1', '0xA1'), fakeSession('eip155:8453', '0xA1')])
  expect(siwx.calls).toEqual(['setSessions 3'])
  expect(siwx.stored.map(({ data }) => data.chainId)).toEqual(['eip155:1', 'eip155:8453', solanaId])
  expect(status()).toBe('signed')
})

it('leaves the active account unsigned for a session of another', async () => {
  const { widget, connect, status } = createSignInWidget()
  await connect()
  await addSessions(widget, [fakeSession('eip155:1', '0xB2')])
  expect(status()).toBe('unsigned')
})

it('rejects when the site does not accept the session', async () => {
  const { widget, connect, siwx, status } = createSignInWidget()
  await connect()
  siwx.behaviour.addSession = new Error('refused')
  await expect(addSessions(widget, [fakeSession('eip155:1', '0xA1')])).rejects.toThrow('refused')
  expect(status()).toBe('unsigned')
})
