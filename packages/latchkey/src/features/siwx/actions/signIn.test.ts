import { describe, expect, it, vi } from 'vitest'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createConnectedSignIn } from '../../../../fixtures/signInWidget.js'
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
    const { widget, siwx, status, session, view, events } = await createConnectedSignIn()
    await signIn(widget)
    expect(status()).toBe('signed')
    expect(view()).toBeUndefined()
    expect(siwx.stored).toEqual([session()])
    expect(session()?.signature).toBe(`0xA1 signed ${session()?.message}`)
    expect(session()?.data).toMatchObject({ accountAddress: '0xA1', chainId: 'eip155:1' })
    expect(events).toEqual(expect.arrayContaining(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS']))
  })

  it('is submitted while the site stores the session', async () => {
    const { widget, siwx, status } = await createConnectedSignIn()
    const isSubmitted = () => widget.stores.siwx.get().isSubmitted
    const stored = createGate()
    siwx.behaviour.addSession = stored.promise
    const signing = signIn(widget)
    expect(isSubmitted()).toBe(false)
    await vi.waitFor(() => expect(siwx.calls).toContain(added))
    expect(isSubmitted()).toBe(true)
    expect(status()).toBe('signing')
    stored.open()
    await signing
    expect(status()).toBe('signed')
  })

  it('records the network and the kind of account with each event', async () => {
    const { widget } = await createConnectedSignIn()
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
    const { widget, siwx, session } = await createConnectedSignIn()
    await prepareSignIn(widget)
    const shown = widget.stores.siwx.get().message?.toString()
    await signIn(widget)
    expect(session()?.message).toBe(shown)
    expect(siwx.calls.filter((call) => call.startsWith('createMessage'))).toHaveLength(1)
  })

  it('creates the message again after five minutes', async () => {
    const { widget, clock, session } = await createConnectedSignIn()
    await prepareSignIn(widget)
    const stale = widget.stores.siwx.get().message?.nonce
    await clock.advance(300_000)
    await signIn(widget)
    expect(session()?.data.nonce).not.toBe(stale)
  })

  it('creates another message after the site refused the first', async () => {
    const { widget, siwx, session } = await createConnectedSignIn()
    siwx.behaviour.addSession = new Error('nonce used')
    await signIn(widget).catch(() => undefined)
    const used = widget.stores.siwx.get().message?.nonce
    siwx.behaviour.addSession = undefined
    await signIn(widget)
    expect(session()?.data.nonce).not.toBe(used)
  })

  it('prompts once for two clicks', async () => {
    const { widget, evm, siwx } = await createConnectedSignIn()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const clicks = [signIn(widget), signIn(widget)]
    approval.open()
    await Promise.all(clicks)
    expect(siwx.calls.filter((call) => call === added)).toHaveLength(1)
  })
})

describe('without success', () => {
  it.each([
    ['rejected', new UserRejectedError({ request: true })],
    ['wrong-account', new WrongSignerError()],
    ['failed', new Error('wallet crashed')],
  ])('is %s and asks again', async (failure, error) => {
    const { widget, evm, siwx, status, view } = await createConnectedSignIn()
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
    const { widget, siwx } = await createConnectedSignIn()
    siwx.behaviour.addSession = new InvalidSessionError('wrong-signature')
    await signIn(widget).catch(() => undefined)
    expect(widget.stores.siwx.get().failure).toBe('wrong-account')
  })

  it('shows the specified toast and records the error', async () => {
    const { widget, siwx, toast, settle } = await createConnectedSignIn()
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
    const { widget, siwx, page } = await createConnectedSignIn()
    Object.assign(page, { isOnline: () => false })
    siwx.behaviour.createMessage = new TypeError('Failed to fetch')
    await signIn(widget).catch(() => undefined)
    expect(widget.stores.siwx.get().failure).toBe('offline')
  })

  it('opens the view again if it was left', async () => {
    const { widget, evm, view, settle } = await createConnectedSignIn()
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
    const { widget, evm, settle, status, view } = await createConnectedSignIn({ siwx })
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
    const { widget, siwx, clock } = await createConnectedSignIn()
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
    const { widget, evm, siwx, settle, status, session } = await createConnectedSignIn()
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
    const { widget, evm, siwx, settle, status } = await createConnectedSignIn()
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
    const { widget, evm, siwx, settle, status } = await createConnectedSignIn()
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
    const { widget, siwx, settle, status } = await createConnectedSignIn()
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
    const { widget, evm, siwx, settle } = await createConnectedSignIn()
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
    const { widget } = await createConnectedSignIn({ siwx })
    await signIn(widget)
    expect(siwx.calls).toEqual([])
  })
})
