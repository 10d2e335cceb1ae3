import { describe, expect, it } from 'vitest'
import { createFakeSiwx, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { testNetworks } from '../../../../fixtures/testWidget.js'
import { connect } from '../../../core/connection/actions/connect.js'
import { disconnect } from '../../../core/connection/actions/disconnect.js'

const mainnet = 'eip155:1'
const base = 'eip155:8453'
const solanaId = `solana:${testNetworks.solana.id}` as const

describe('disconnecting', () => {
  it('signs out by default, before `disconnect` resolves', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, connect, status } = createSignInWidget({ siwx })
    await connect()
    await disconnect(widget)
    expect(siwx.stored).toEqual([])
    expect(status()).toBe('off')
  })

  it('does not wait for a server that is slow to sign out', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { widget, connect, clock } = createSignInWidget({ siwx })
    await connect()
    siwx.setSessions = () => new Promise(() => undefined)
    let isDone = false
    void disconnect(widget).then(() => {
      isDone = true
    })
    await clock.advance(2_999)
    expect(isDone).toBe(false)
    await clock.advance(1)
    expect(isDone).toBe(true)
  })

  it('signs out when the wallet disconnects', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { evm, connect, settle } = createSignInWidget({ siwx })
    await connect()
    evm.sessions[0]?.hangUp()
    await settle()
    expect(siwx.stored).toEqual([])
  })

  it('keeps the sessions of wallets that stay connected', async () => {
    const siwx = createFakeSiwx({
      stored: [
        fakeSession(mainnet, '0xA1'),
        fakeSession(base, '0xA1'),
        fakeSession(solanaId, 'So1'),
      ],
    })
    const { widget, connect } = createSignInWidget({ siwx })
    await connect('fox')
    await connect('ghost')
    await disconnect(widget, { namespace: 'eip155' })
    expect(siwx.stored.map(({ data }) => data.chainId)).toEqual([solanaId])
  })

  it('keeps the sessions with `signOutOnDisconnect: false`', async () => {
    const siwx = createFakeSiwx({
      stored: [fakeSession(mainnet, '0xA1')],
      signOutOnDisconnect: false,
    })
    const { widget, connect } = createSignInWidget({ siwx })
    await connect()
    await disconnect(widget)
    expect(siwx.stored).toHaveLength(1)
  })

  it('keeps the sessions of an account that only leaves the list of its wallet', async () => {
    const siwx = createFakeSiwx({ stored: [fakeSession(mainnet, '0xA1')] })
    const { evm, connect, settle } = createSignInWidget({ siwx })
    await connect()
    evm.sessions[0]?.change({ accounts: ['0xB2'] })
    await settle()
    expect(siwx.stored).toHaveLength(1)
  })

  it('does not ask a replaced wallet to sign', async () => {
    const { widget, evm, connect: connectFox, settle, status } = createSignInWidget()
    await connectFox()
    evm.announce({ id: 'owl' })
    evm.behaviour.accounts = ['0xC3']
    await connect(widget, { connectorId: 'owl' })
    await settle()
    expect(status()).toBe('unsigned')
    expect(widget.stores.siwx.get().account).toBe('eip155:1:0xC3')
  })
})
