import { describe, expect, it } from 'vitest'
import { createFakeSiwx, fakeSession } from '../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../fixtures/signInWidget.js'
import { signIn } from '../../features/siwx/actions/signIn.js'
import { getConnection } from '../connection/store.js'
import { closeModal, navigate, openModal, requestClose } from '../modal/actions/navigation.js'
import { openView } from '../modal/actions/openView.js'

const mainnet = 'eip155:1'
describe('closing', () => {
  it('only shakes while a required sign-in is open', async () => {
    const { widget, connect, view } = createSignInWidget()
    await connect()
    requestClose(widget)
    expect(view()).toBe('SIWXSignMessage')
    expect(widget.stores.modal.get().isShaking).toBe(true)
  })

  it('only shakes while the signature is being approved', async () => {
    const { widget, evm, connect, view } = createSignInWidget()
    await connect()
    evm.behaviour.sign = 'never'
    void signIn(widget).catch(() => undefined)
    navigate(widget, { view: 'ApproveTransaction' })
    requestClose(widget)
    expect(view()).toBe('ApproveTransaction')
  })

  it('closes an optional sign-in', async () => {
    const siwx = createFakeSiwx({ required: false })
    const { widget, connect, view, status } = createSignInWidget({ siwx })
    openModal(widget)
    await connect()
    expect(view()).toBe('SIWXSignMessage')
    requestClose(widget)
    expect(view()).toBeUndefined()
    expect(status()).toBe('unsigned')
    expect(getConnection(widget)).toBeDefined()
  })

  it('opens a required sign-in instead of the account', async () => {
    const { widget, connect, view } = createSignInWidget()
    await connect()
    closeModal(widget)
    openModal(widget)
    expect(view()).toBe('SIWXSignMessage')
  })

  it('lets visitors go back from an optional sign-in to their account', async () => {
    const siwx = createFakeSiwx({ required: false })
    const { widget, connect } = createSignInWidget({ siwx })
    await connect()
    openView(widget, { view: 'SIWXSignMessage' })
    const { history } = widget.stores.router.get()
    expect(history.map(({ view }) => view)).toEqual(['Account', 'SIWXSignMessage'])
  })

  it('opens the account instead of the sign-in view when signed in', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, connect, view } = createSignInWidget({ siwx })
    await connect()
    openView(widget, { view: 'SIWXSignMessage' })
    expect(view()).toBe('Account')
  })

  it('rejects the view on sites without sign-in', () => {
    const { widget } = createSignInWidget({ options: { siwx: undefined } })
    expect(() => openView(widget, { view: 'SIWXSignMessage' })).toThrow('`siwx` is off')
  })
})
