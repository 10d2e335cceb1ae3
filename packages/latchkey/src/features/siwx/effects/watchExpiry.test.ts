import { describe, expect, it } from 'vitest'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { signIn } from '../actions/signIn.js'

const mainnet = 'eip155:1'
describe('expiry', () => {
  const soon = { expirationTime: '2023-11-14T23:13:20.000Z' }
  const hour = 3_600_000

  it('asks again when the session expires while the page is open', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1', soon)] })
    const { connect, clock, status, view } = createSignInWidget({ siwx })
    await connect()
    await clock.advance(hour - 1)
    expect(status()).toBe('signed')
    await clock.advance(1)
    await clock.advance(0)
    expect(status()).toBe('unsigned')
    expect(view()).toBe('SIWXSignMessage')
  })

  it('does not interrupt when an optional session expires', async () => {
    const siwx = createFakeSiwx({ required: false, stored: [fakeSession(mainnet, '0xA1', soon)] })
    const { connect, clock, status, view } = createSignInWidget({ siwx })
    await connect()
    await clock.advance(hour)
    await clock.advance(0)
    expect(status()).toBe('unsigned')
    expect(view()).toBeUndefined()
  })

  it('ends at its time also when the site cannot be asked', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1', soon)] })
    const { connect, clock, status } = createSignInWidget({ siwx })
    await connect()
    siwx.behaviour.getSessions = new Error('offline')
    await clock.advance(hour)
    await clock.advance(0)
    expect(status()).toBe('unsigned')
  })

  it('waits longer than a timer can', async () => {
    const year = 365 * 24 * hour
    const expirationTime = new Date(1_700_000_000_000 + year).toISOString()
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1', { expirationTime })] })
    const { widget, connect } = createSignInWidget({ siwx })
    const sleeps: number[] = []
    const { sleep } = widget.ports.clock
    Object.assign(widget.ports.clock, {
      sleep: (ms: number, signal?: AbortSignal) => {
        sleeps.push(ms)
        return sleep(ms, signal)
      },
    })
    await connect()
    expect(Math.max(...sleeps)).toBeLessThan(2 ** 31)
  })

  it('notices within minutes that the server ended a session', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { connect, clock, status } = createSignInWidget({ siwx })
    await connect()
    siwx.stored.splice(0)
    await clock.advance(300_000)
    await clock.advance(0)
    expect(status()).toBe('unsigned')
  })
})

describe('other tabs', () => {
  it('follows a sign-in of another tab and closes the view', async () => {
    const { connect, siwx, storage, settle, view, status } = createSignInWidget()
    await connect()
    expect(view()).toBe('SIWXSignMessage')
    siwx.stored.push(fakeSession(mainnet, '0xA1'))
    storage.changeElsewhere('siwx', '[]')
    await settle()
    expect(status()).toBe('signed')
    expect(view()).toBeUndefined()
  })

  it('follows a sign-out of another tab', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { connect, storage, settle, view, status } = createSignInWidget({ siwx })
    await connect()
    siwx.stored.splice(0)
    storage.changeElsewhere('siwx', undefined)
    await settle()
    expect(status()).toBe('unsigned')
    expect(view()).toBe('SIWXSignMessage')
  })

  it('does not store a second session when another tab signs first', async () => {
    const { connect, widget, evm, siwx, storage, settle, status } = createSignInWidget()
    await connect()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const signing = signIn(widget)
    await settle()
    siwx.stored.push(fakeSession(mainnet, '0xA1'))
    storage.changeElsewhere('siwx', '[]')
    await settle()
    approval.open()
    await signing
    expect(status()).toBe('signed')
    expect(siwx.calls).not.toContain('addSession eip155:1 0xA1')
  })
})
