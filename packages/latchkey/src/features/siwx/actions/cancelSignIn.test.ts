import { describe, expect, it } from 'vitest'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createConnectedSignIn, createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { getConnection } from '../../../core/connection/store.js'
import { openModal } from '../../../core/modal/actions/navigation.js'
import { switchNetwork } from '../../../core/network/actions/switchNetwork.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import { UserRejectedError } from '../../../core/runtime/errors/connection.js'
import { cancelSignIn } from './cancelSignIn.js'
import { signIn } from './signIn.js'
import { signOut } from './signOut.js'

/** Signed in on mainnet, then moved to Base, which has no session. */
async function onUnsignedNetwork(
  siwx = createFakeSiwx({ stored: [fakeSession('eip155:1', '0xA1')] }),
) {
  const world = await createConnectedSignIn({ siwx })
  await switchNetwork(world.widget, { networkId: 'eip155:8453' })
  await world.settle()
  expect(world.view()).toBe('SIWXSignMessage')
  return world
}

describe('cancelling a required sign-in', () => {
  it('disconnects and closes without a network to return to', async () => {
    const { widget, view, events } = await createConnectedSignIn()
    await cancelSignIn(widget)
    expect(getConnection(widget)).toBeUndefined()
    expect(view()).toBeUndefined()
    expect(events).toContain('CLICK_CANCEL_SIWX')
  })

  it('returns to the network that was signed in last', async () => {
    const { widget, view, status, settle } = await onUnsignedNetwork()
    await cancelSignIn(widget)
    await settle()
    expect(getActiveNetwork(widget.stores.network.get())?.id).toBe('eip155:1')
    expect(status()).toBe('signed')
    expect(view()).toBeUndefined()
    expect(getConnection(widget)).toBeDefined()
  })

  it('disconnects if the last network has no session any more', async () => {
    const { widget, siwx } = await onUnsignedNetwork()
    siwx.stored.splice(0)
    await cancelSignIn(widget)
    expect(getConnection(widget)).toBeUndefined()
  })

  it('disconnects if the wallet does not switch back', async () => {
    const { widget, evm } = await onUnsignedNetwork()
    evm.behaviour.switchNetwork = new UserRejectedError()
    await cancelSignIn(widget)
    expect(getConnection(widget)).toBeUndefined()
  })

  it('disconnects if another account was signed in there', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession('eip155:1', '0xA1')] })
    const { widget, evm, settle, view } = await createConnectedSignIn({ siwx })
    evm.sessions[0]?.change({ accounts: ['0xB2'] })
    await settle()
    expect(view()).toBe('SIWXSignMessage')
    await cancelSignIn(widget)
    expect(getConnection(widget)).toBeUndefined()
  })

  it('returns to another chain family', async () => {
    const { widget, connect, status, settle } = createSignInWidget()
    await connect('fox')
    await signIn(widget)
    await connect('ghost')
    await cancelSignIn(widget)
    await settle()
    expect(widget.stores.network.get().activeNamespace).toBe('eip155')
    expect(status()).toBe('signed')
  })

  it('cancels a pending signature', async () => {
    const { widget, evm, siwx, settle, status } = await createConnectedSignIn()
    const approval = createGate()
    evm.behaviour.sign = approval.promise
    const signing = signIn(widget)
    await settle()
    const cancelling = cancelSignIn(widget)
    expect(status()).toBe('cancelling')
    approval.open()
    await Promise.all([signing, cancelling])
    expect(siwx.stored).toEqual([])
    expect(getConnection(widget)).toBeUndefined()
  })
})

it('leaves no session behind when cancelled while the site stores it', async () => {
  const { widget, siwx, settle, status } = await createConnectedSignIn()
  const answer = createGate()
  siwx.behaviour.addSession = answer.promise
  const signing = signIn(widget)
  await settle()
  const cancelling = cancelSignIn(widget)
  answer.open()
  await Promise.all([signing, cancelling])
  await settle()
  expect(siwx.stored).toEqual([])
  expect(status()).toBe('off')
  expect(getConnection(widget)).toBeUndefined()
})

it('closes an optional sign-in and stays connected', async () => {
  const siwx = createFakeSiwx({ required: false })
  const { widget, connect, view, status } = createSignInWidget({ siwx })
  openModal(widget)
  await connect()
  await cancelSignIn(widget)
  expect(view()).toBeUndefined()
  expect(status()).toBe('unsigned')
  expect(getConnection(widget)).toBeDefined()
})

describe('signing out', () => {
  const stored = () => [fakeSession('eip155:1', '0xA1')]

  it('disconnects where a sign-in is required', async () => {
    const siwx = createFakeSiwx({ stored: stored() })
    const { widget, view } = await createConnectedSignIn({ siwx })
    await signOut(widget)
    expect(siwx.stored).toEqual([])
    expect(getConnection(widget)).toBeUndefined()
    expect(view()).toBeUndefined()
  })

  it('stays connected where it is optional', async () => {
    const siwx = createFakeSiwx({ stored: stored(), required: false })
    const { widget, status, session } = await createConnectedSignIn({ siwx })
    await signOut(widget)
    expect(siwx.stored).toEqual([])
    expect(status()).toBe('unsigned')
    expect(session()).toBeUndefined()
    expect(getConnection(widget)).toBeDefined()
  })
})
