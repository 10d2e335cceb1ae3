import { describe, expect, it } from 'vitest'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { testNetworks } from '../../../../fixtures/testWidget.js'
import { connectNamespaces } from '../../../core/connection/actions/connect.js'
import { reconnect } from '../../../core/connection/actions/reconnect.js'
import { switchAccount } from '../../../core/connection/actions/switchConnection.js'
import { getConnection } from '../../../core/connection/store.js'
import { navigate, openModal } from '../../../core/modal/actions/navigation.js'
import { switchNetwork } from '../../../core/network/actions/switchNetwork.js'
import { siwxText } from '../../../core/text/siwx.js'
import { signIn } from '../actions/signIn.js'

const mainnet = 'eip155:1'
const base = 'eip155:8453'
const solanaId = `solana:${testNetworks.solana.id}` as const

const restored = { 'eip155:connected_connector_id': 'fox' } as const

describe('after connecting', () => {
  it('shows the sign-in view in the open modal, without closing it', async () => {
    const { widget, connect, view, status } = createSignInWidget()
    openModal(widget)
    const shown: boolean[] = []
    widget.stores.modal.subscribe(({ isOpen }) => shown.push(isOpen))
    await connect()
    expect(view()).toBe('SIWXSignMessage')
    expect(shown).not.toContain(false)
    expect(status()).toBe('unsigned')
  })

  it('closes the modal when the account has a session', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, connect, view, status, session } = createSignInWidget({ siwx })
    openModal(widget)
    await connect()
    expect(view()).toBeUndefined()
    expect(status()).toBe('signed')
    expect(session()).toBe(siwx.stored[0])
  })

  it('keeps the connecting view while the session is checked', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const answer = createGate()
    siwx.behaviour.getSessions = answer.promise
    const { widget, connect, view, status, settle } = createSignInWidget({ siwx })
    openModal(widget, { route: { view: 'ConnectingExternal', params: { connectorId: 'fox' } } })
    await connect()
    expect(view()).toBe('ConnectingExternal')
    expect(status()).toBe('checking')
    answer.open()
    await settle()
    expect(view()).toBeUndefined()
  })

  it('closes the modal at once on sites without sign-in', async () => {
    const { widget, connect, view, status } = createSignInWidget({ options: { siwx: undefined } })
    openModal(widget)
    await connect()
    expect(view()).toBeUndefined()
    expect(status()).toBe('off')
  })

  it('waits for the last chain family of a wallet before it asks', async () => {
    const { widget, evm, solana, settle, view } = createSignInWidget()
    await settle()
    evm.announce({ id: 'both' })
    solana.announce({ id: 'both' })
    openModal(widget)
    const approval = createGate()
    solana.behaviour.prompt = approval.promise
    const wallets = widget.stores.registry.get().announced.filter(({ id }) => id === 'both')
    const connecting = connectNamespaces(widget, { wallets })
    await settle()
    expect(view()).toBe('Connect')
    approval.open()
    await connecting
    await settle()
    expect(view()).toBe('SIWXSignMessage')
  })

  it('does not ask on a network that the site does not support', async () => {
    const { evm, connect, status, view, widget, settle } = createSignInWidget()
    evm.behaviour.networkId = 'eip155:5'
    await connect()
    expect(status()).toBe('off')
    expect(view()).toBe('UnsupportedChain')
    await switchNetwork(widget, { networkId: mainnet })
    await settle()
    expect(view()).toBe('SIWXSignMessage')
  })

  it('ignores sessions of other accounts, and expired ones', async () => {
    const siwx = createFakeSiwx()
    const wrong = [
      fakeSession(mainnet, '0xB2'),
      fakeSession(base, '0xA1'),
      fakeSession(mainnet, '0xA1', { expirationTime: '2023-11-14T22:13:19.000Z' }),
      fakeSession(mainnet, '0xA1', { notBefore: '2023-11-14T22:13:21.000Z' }),
      fakeSession(mainnet, '0xA1', { expirationTime: 'tomorrow' }),
    ]
    siwx.getSessions = async () => wrong
    const { connect, status } = createSignInWidget({ siwx })
    await connect()
    expect(status()).toBe('unsigned')
  })
})

describe('a check that fails', () => {
  it('disconnects, shows Connect with the specified toast and keeps the sessions', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    siwx.behaviour.getSessions = new Error('server down')
    const { widget, connect, view, toast, status } = createSignInWidget({ siwx })
    openModal(widget)
    await connect()
    expect(view()).toBe('Connect')
    expect(toast()).toBe('A problem occurred while trying initialize authentication')
    expect(getConnection(widget)).toBeUndefined()
    expect(status()).toBe('off')
    expect(siwx.stored).toHaveLength(1)
  })

  it('ends after a limit when the site does not answer', async () => {
    const siwx = createFakeSiwx()
    siwx.behaviour.getSessions = new Promise(() => undefined)
    const { widget, connect, clock, toast } = createSignInWidget({ siwx })
    await connect()
    await clock.advance(20_000)
    await clock.advance(0)
    expect(toast()).toBe(siwxText.checkFailed)
    expect(getConnection(widget)).toBeUndefined()
  })

  it('asks for an optional sign-in', async () => {
    const siwx = createFakeSiwx({ required: false })
    siwx.behaviour.getSessions = new Error('server down')
    const { widget, connect, status, view } = createSignInWidget({ siwx })
    openModal(widget)
    await connect()
    expect(status()).toBe('unsigned')
    expect(view()).toBe('SIWXSignMessage')
    expect(getConnection(widget)).toBeDefined()
  })
})

describe('a restored connection', () => {
  it('does not open the modal with a session', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, settle, status, events } = createSignInWidget({ siwx, stored: restored })
    await reconnect(widget)
    await settle()
    expect(status()).toBe('signed')
    expect(events).not.toContain('MODAL_OPEN')
  })

  it('opens the modal without a session when sign-in is required', async () => {
    const { widget, settle, view } = createSignInWidget({ stored: restored })
    await reconnect(widget)
    await settle()
    expect(view()).toBe('SIWXSignMessage')
  })

  it('leaves the modal closed without a session when sign-in is optional', async () => {
    const siwx = createFakeSiwx({ required: false })
    const { widget, settle, view, status } = createSignInWidget({ siwx, stored: restored })
    await reconnect(widget)
    await settle()
    expect(status()).toBe('unsigned')
    expect(view()).toBeUndefined()
  })
})

describe('changes', () => {
  it('asks again for another account', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { evm, connect, settle, status, view } = createSignInWidget({ siwx })
    await connect()
    expect(status()).toBe('signed')
    evm.sessions[0]?.change({ accounts: ['0xB2'] })
    await settle()
    expect(status()).toBe('unsigned')
    expect(view()).toBe('SIWXSignMessage')
  })

  it('returns to the session of an account that signed before', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, evm, connect, settle, status, view } = createSignInWidget({ siwx })
    evm.behaviour.accounts = ['0xA1', '0xB2']
    await connect()
    switchAccount(widget, { account: { namespace: 'eip155', address: '0xB2' } })
    await settle()
    expect(status()).toBe('unsigned')
    switchAccount(widget, { account: { namespace: 'eip155', address: '0xA1' } })
    await settle()
    expect(status()).toBe('signed')
    expect(view()).toBeUndefined()
  })

  it('keeps SwitchNetwork until the new network is checked, then shows the sign-in view', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, connect, settle, view } = createSignInWidget({ siwx })
    await connect()
    openModal(widget)
    navigate(widget, { view: 'SwitchNetwork', params: { networkId: base } })
    const answer = createGate()
    siwx.behaviour.getSessions = answer.promise
    await switchNetwork(widget, { networkId: base })
    await settle()
    expect(view()).toBe('SwitchNetwork')
    answer.open()
    await settle()
    expect(view()).toBe('SIWXSignMessage')
    await signIn(widget)
    expect(view()).toBeUndefined()
  })

  it('goes back from SwitchNetwork when the new network has a session', async () => {
    const siwx = createFakeSiwx({
      stored: [fakeSession(mainnet, '0xA1'), fakeSession(base, '0xA1')],
    })
    const { widget, connect, settle, view, status } = createSignInWidget({ siwx })
    await connect()
    openModal(widget)
    navigate(widget, { view: 'SwitchNetwork', params: { networkId: base } })
    await switchNetwork(widget, { networkId: base })
    await settle()
    expect(view()).toBe('Account')
    expect(status()).toBe('signed')
  })

  it('has one session per network and address, in several chain families', async () => {
    const { widget, connect, siwx, status, view, session, settle } = createSignInWidget()
    await connect('fox')
    await signIn(widget)
    await connect('ghost')
    expect(view()).toBe('SIWXSignMessage')
    await signIn(widget)
    expect(siwx.stored.map(({ data }) => [data.chainId, data.accountAddress])).toEqual([
      [mainnet, '0xA1'],
      [solanaId, 'So1'],
    ])
    await switchNetwork(widget, { networkId: mainnet })
    await settle()
    expect(status()).toBe('signed')
    expect(session()?.data.accountAddress).toBe('0xA1')
  })
})

it('shows the sign-in view in an embedded modal, then the account', async () => {
  const { widget, connect, siwx } = createSignInWidget({ options: { enableEmbedded: true } })
  const current = () => widget.stores.router.get().history.at(-1)?.view
  const shown: unknown[] = []
  widget.stores.router.subscribe(() => shown.push(current()))
  await connect()
  expect(shown).toEqual(['SIWXSignMessage'])
  await signIn(widget)
  expect(current()).toBe('Account')
  expect(siwx.stored).toHaveLength(1)
})
