import { describe, expect, it } from 'vitest'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { disconnect } from '../../../core/connection/actions/disconnect.js'
import { closeModal, navigate } from '../../../core/modal/actions/navigation.js'
import { switchNetwork } from '../../../core/network/actions/switchNetwork.js'
import { UserRejectedError } from '../../../core/runtime/errors/connection.js'
import { InvalidSessionError } from '../../../core/runtime/errors/siwxSession.js'
import { WrongSignerError } from '../../../core/runtime/errors/wallet.js'
import { prepareSignIn } from './prepareSignIn.js'
import { signIn } from './signIn.js'

const added = 'addSession eip155:1 0xA1'

describe('signing', () => {
  it('stores the session, marks the account as signed in and closes the modal', async () => {
    const { widget, connect, siwx, status, session, view, events } = createSignInWidget()
    await connect()
    await signIn(widget)
    expect(status()).toBe('signed')
    expect(view()).toBeUndefined()
    expect(siwx.stored).toEqual([session()])
    expect(session()?.signature).toBe(`0xA1 signed ${session()?.message}`)
    expect(session()?.data).toMatchObject({ accountAddress: '0xA1', chainId: 'eip155:1' })
    expect(events).toEqual(expect.arrayContaining(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS']))
  })

  it('records the network and the kind of account with each event', async () => {
    const { widget, connect } = createSignInWidget()
    await connect()
    const events: unknown[] = []
    widget.stores.events.subscribe(({ last }) => events.push(last?.data))
    await signIn(widget)
    expect(events).toContainEqual({
      type: 'track',
      event: 'SIWX_AUTH_SUCCESS',
      properties: { network: 'eip155:1', isSmartAccount: false },
    })
  })

  it('signs the message that the view shows', async () => {
    const { widget, connect, siwx, session } = createSignInWidget()
    await connect()
    await prepareSignIn(widget)
    const shown = widget.stores.siwx.get().message?.toString()
    await signIn(widget)
    expect(session()?.message).toBe(shown)
    expect(siwx.calls.filter((call) => call.startsWith('createMessage'))).toHaveLength(1)
  })

  it('creates the message again after five minutes', async () => {
    const { widget, connect, clock, session } = createSignInWidget()
    await connect()
    await prepareSignIn(widget)
    const stale = widget.stores.siwx.get().message?.nonce
    await clock.advance(300_000)
    await signIn(widget)
    expect(session()?.data.nonce).not.toBe(stale)
  })

  it('creates another message after the site refused the first', async () => {
    const { widget, connect, siwx, session } = createSignInWidget()
    await connect()
    siwx.behaviour.addSession = new Error('nonce used')
    await signIn(widget).catch(() => undefined)
    const used = widget.stores.siwx.get().message?.nonce
    siwx.behaviour.addSession = undefined
    await signIn(widget)
    expect(session()?.data.nonce).not.toBe(used)
  })

  it('prompts once for two clicks', async () => {
    const { widget, evm, connect, siwx } = createSignInWidget()
    await connect()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const clicks = [signIn(widget), signIn(widget)]
    approval.open()
    await Promise.all(clicks)
    expect(siwx.calls.filter((call) => call === added)).toHaveLength(1)
  })

  it('uses `signMessage` of the site if it has one', async () => {
    const siwx = createFakeSiwx({
      signMessage: async ({ accountAddress, chainId }) => `site ${chainId} ${accountAddress}`,
    })
    const { widget, connect, session } = createSignInWidget({ siwx })
    await connect()
    await signIn(widget)
    expect(session()?.signature).toBe('site eip155:1 0xA1')
  })
})

describe('without success', () => {
  it.each([
    ['rejected', new UserRejectedError({ request: true })],
    ['wrong-account', new WrongSignerError()],
    ['failed', new Error('wallet crashed')],
  ])('is %s and asks again', async (failure, error) => {
    const { widget, evm, connect, siwx, status, view } = createSignInWidget()
    await connect()
    evm.behaviour.sign = error
    await expect(signIn(widget)).rejects.toBe(error)
    expect(status()).toBe('unsigned')
    expect(widget.stores.siwx.get().failure).toBe(failure)
    expect(view()).toBe('SIWXSignMessage')
    expect(siwx.stored).toEqual([])
    evm.behaviour.sign = 'approve'
    await signIn(widget)
    expect(status()).toBe('signed')
  })

  it('is wrong-account when the site finds the signature of another account', async () => {
    const { widget, connect, siwx } = createSignInWidget()
    await connect()
    siwx.behaviour.addSession = new InvalidSessionError('wrong-signature')
    await signIn(widget).catch(() => undefined)
    expect(widget.stores.siwx.get().failure).toBe('wrong-account')
  })

  it('shows the specified toast and records the error', async () => {
    const { widget, connect, siwx, toast, settle } = createSignInWidget()
    await connect()
    siwx.behaviour.addSession = new Error('refused by the server')
    await signIn(widget).catch(() => undefined)
    await settle()
    expect(toast()).toBe('Error signing message')
    expect(widget.stores.events.get().last?.data).toEqual({
      type: 'track',
      event: 'SIWX_AUTH_ERROR',
      properties: {
        network: 'eip155:1',
        isSmartAccount: false,
        message: 'refused by the server',
      },
    })
  })

  it('says that the device is offline', async () => {
    const { widget, connect, siwx, page } = createSignInWidget()
    await connect()
    Object.assign(page, { isOnline: () => false })
    siwx.behaviour.createMessage = new TypeError('Failed to fetch')
    await signIn(widget).catch(() => undefined)
    expect(widget.stores.siwx.get().failure).toBe('offline')
  })

  it('opens the view again if it was left', async () => {
    const { widget, evm, connect, view, settle } = createSignInWidget()
    await connect()
    const approval = createGate()
    evm.behaviour.sign = approval.promise.then(() => {
      throw new Error('not signed')
    })
    const signing = signIn(widget)
    await settle()
    navigate(widget, { view: 'ApproveTransaction' })
    approval.open()
    await signing.catch(() => undefined)
    expect(view()).toBe('SIWXSignMessage')
  })

  it('ends when the visitor closes an optional sign-in', async () => {
    const siwx = createFakeSiwx({ required: false })
    const { widget, evm, connect, settle, status, view } = createSignInWidget({ siwx })
    await connect()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const signing = signIn(widget)
    await settle()
    closeModal(widget)
    await signing.catch(() => undefined)
    approval.open()
    await settle()
    expect(status()).toBe('unsigned')
    expect(widget.stores.siwx.get().failure).toBeUndefined()
    expect(view()).toBeUndefined()
    expect(siwx.stored).toEqual([])
  })

  it('gives up on a site that does not answer', async () => {
    const { widget, connect, siwx, clock } = createSignInWidget()
    await connect()
    siwx.behaviour.addSession = new Promise(() => undefined)
    const signing = signIn(widget)
    const outcome = expect(signing).rejects.toMatchObject({ code: 'siwx/timeout' })
    await clock.advance(15_000)
    await outcome
    expect(widget.stores.siwx.get().failure).toBe('failed')
  })
})

describe('races', () => {
  it('creates no session when the account changes while the wallet signs', async () => {
    const { widget, evm, connect, siwx, settle, status, session } = createSignInWidget()
    await connect()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const signing = signIn(widget)
    await settle()
    evm.sessions[0]?.change({ accounts: ['0xB2'] })
    await settle()
    approval.open()
    await signing
    await settle()
    expect(siwx.stored).toEqual([])
    expect(siwx.calls).not.toContain(added)
    expect(status()).toBe('unsigned')
    expect(session()).toBeUndefined()
    expect(widget.stores.siwx.get().account).toBe('eip155:1:0xB2')
  })

  it('creates no session when the network changes while the wallet signs', async () => {
    const { widget, evm, connect, siwx, settle, status } = createSignInWidget()
    await connect()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const signing = signIn(widget)
    await settle()
    await switchNetwork(widget, { networkId: 'eip155:8453' })
    approval.open()
    await signing
    await settle()
    expect(siwx.stored).toEqual([])
    expect(status()).toBe('unsigned')
  })

  it('deletes a session that the site stored for an account that has changed', async () => {
    const { widget, evm, connect, siwx, settle, status } = createSignInWidget()
    await connect()
    const answer = createGate()
    siwx.behaviour.addSession = answer.promise
    const signing = signIn(widget)
    await settle()
    evm.sessions[0]?.change({ accounts: ['0xB2'] })
    await settle()
    answer.open()
    await signing
    await settle()
    expect(siwx.stored).toEqual([])
    expect(status()).toBe('unsigned')
  })

  it('leaves no session behind when the visitor disconnects while the site stores it', async () => {
    const { widget, connect, siwx, settle, status } = createSignInWidget()
    await connect()
    const answer = createGate()
    siwx.behaviour.addSession = answer.promise
    const signing = signIn(widget)
    await settle()
    await disconnect(widget)
    answer.open()
    await signing
    await settle()
    expect(siwx.stored).toEqual([])
    expect(status()).toBe('off')
  })

  it('does not show the message of an account that has changed', async () => {
    const { widget, evm, connect, siwx, settle } = createSignInWidget()
    await connect()
    const answer = createGate()
    siwx.behaviour.createMessage = answer.promise
    const preparing = prepareSignIn(widget)
    evm.sessions[0]?.change({ accounts: ['0xB2'] })
    await settle()
    siwx.behaviour.createMessage = undefined
    answer.open()
    await preparing
    expect(widget.stores.siwx.get().message).toBeUndefined()
    await prepareSignIn(widget)
    expect(widget.stores.siwx.get().message?.accountAddress).toBe('0xB2')
  })

  it('does nothing while it is checked or signed in', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession('eip155:1', '0xA1')] })
    const { widget, connect } = createSignInWidget({ siwx })
    await connect()
    await signIn(widget)
    expect(siwx.calls).toEqual([])
  })
})
