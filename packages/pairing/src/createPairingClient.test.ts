import { describe, expect, it, vi } from 'vitest'
import { settled } from '../fixtures/fakeClock.js'
import {
  connect,
  createDapp,
  createWallet,
  createWorld,
  granted,
  requested,
  walletAddress,
} from '../fixtures/peers.js'
import { createPairingClient } from './createPairingClient.js'

describe('dapp and wallet client', () => {
  it('settle the same session', async () => {
    const world = createWorld()
    const { dapp, wallet, session } = await connect(world)
    expect(session).toMatchObject({
      role: 'dapp',
      acknowledged: true,
      peer: { metadata: { name: 'wallet' } },
      requested: requested,
      namespaces: { eip155: { ...granted.eip155, chains: ['eip155:1', 'eip155:10'] } },
    })
    expect(dapp.client.sessions()).toEqual([session])
    expect(wallet.client.sessions()[0]).toMatchObject({
      topic: session.topic,
      role: 'wallet',
      acknowledged: true,
      controller: session.controller,
      peer: { publicKey: session.self.publicKey, metadata: { name: 'dapp' } },
    })
  })

  it('return the URI before any curve operation or connection', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const { uri, expiresAt, approval } = dapp.client.propose({ optional: requested })
    expect(uri).toMatch(
      /^wc:[0-9a-f]{64}@2\?relay-protocol=irn&symKey=[0-9a-f]{64}&expiryTimestamp=\d+$/,
    )
    expect(expiresAt).toBe(world.clock.now() + 240_000)
    expect(world.relay.connections).toHaveLength(0)
    dapp.client.close()
    await expect(approval).rejects.toMatchObject({ code: 'pairing/closed' })
  })

  it('exchange requests and responses', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    wallet.client.on('request', ({ id, method, params, chainId }) => {
      expect(chainId).toBe('eip155:10')
      void wallet.client.respond({ topic, id, result: { method, params } })
    })
    const params = ['0x68', walletAddress]
    const answer = dapp.client.request({
      topic,
      chainId: 'eip155:10',
      method: 'personal_sign',
      params,
    })
    expect(await answer).toEqual({ method: 'personal_sign', params })
  })

  it.each([
    [{ code: 4001, message: 'no' }, 'pairing/user-rejected'],
    [{ code: 5000, message: '' }, 'pairing/user-rejected'],
    [{ code: 1, message: 'Connection request reset. Please try again.' }, 'pairing/user-rejected'],
    [{ code: -32000, message: 'insufficient funds' }, 'pairing/peer-error'],
    [{} as never, 'pairing/peer-error'],
  ])('report the peer error %j', async (error, code) => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, error }))
    const answer = dapp.client.request({
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: [],
    })
    await expect(answer).rejects.toMatchObject({ code })
  })

  it('reject requests outside the scope on both sides', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const base = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }
    const refused = { code: 'pairing/unauthorized' }
    await expect(dapp.client.request({ ...base, chainId: 'eip155:5' })).rejects.toMatchObject(
      refused,
    )
    await expect(dapp.client.request({ ...base, method: 'eth_sign' })).rejects.toMatchObject(
      refused,
    )
    await expect(dapp.client.request({ ...base, expiry: 10 })).rejects.toMatchObject({
      code: 'pairing/invalid-input',
    })
    await expect(dapp.client.request({ ...base, topic: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'pairing/unknown-session',
    })
    const event = { name: 'other', data: 1 }
    await expect(wallet.client.emit({ topic, chainId: 'eip155:1', event })).rejects.toMatchObject(
      refused,
    )
  })

  it('report a rejection and accept a URI only once', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    wallet.client.on('proposal', ({ id }) => void wallet.client.reject({ id }))
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await wallet.client.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/user-rejected', peerCode: 5000 })
    await expect(wallet.client.pair({ uri })).rejects.toMatchObject({ code: 'pairing/uri-used' })
    await settled()
    expect(JSON.stringify([...dapp.storage.values])).not.toContain('symKey')
    expect(dapp.client.sessions()).toEqual([])
  })

  it('emit the proposal again when the URI is scanned again', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    const reported = vi.fn()
    wallet.client.on('proposal', reported)
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await wallet.client.pair({ uri })
    await settled()
    await wallet.client.pair({ uri })
    expect(reported).toHaveBeenCalledTimes(2)
    expect(reported.mock.calls[1]).toEqual(reported.mock.calls[0])
    dapp.client.close()
    await expect(approval).rejects.toThrow()
  })

  it('update, extend, ping and send events', async () => {
    const world = createWorld()
    const { dapp, wallet, topic, session } = await connect(world)
    const reported = vi.fn()
    dapp.client.on('session_update', reported)
    dapp.client.on('session_event', reported)
    dapp.client.on('session_extend', reported)
    const accounts = [`eip155:10:${walletAddress}`]
    await wallet.client.update({ topic, namespaces: { eip155: { ...granted.eip155, accounts } } })
    await wallet.client.emit({
      topic,
      chainId: 'eip155:10',
      event: { name: 'chainChanged', data: 10 },
    })
    await world.clock.advance(5_000)
    await wallet.client.extend({ topic })
    await settled()
    expect(reported.mock.calls.map(([event]) => event)).toMatchObject([
      { topic, session: { namespaces: { eip155: { accounts, chains: ['eip155:10'] } } } },
      { topic, chainId: 'eip155:10', event: { name: 'chainChanged', data: 10 } },
      { topic, expiry: session.expiry + 5 },
    ])
    await world.clock.advance(5_000)
    await dapp.client.extend({ topic })
    await settled()
    expect(wallet.client.sessions()[0]?.expiry).toBe(session.expiry + 10)
    await dapp.client.ping({ topic })
    await wallet.client.ping({ topic })
  })

  it.each(['dapp', 'wallet'] as const)('end the session when the %s disconnects', async (side) => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const reported = vi.fn()
    dapp.client.on('session_end', reported)
    wallet.client.on('session_end', reported)
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }
    const pending = expect(dapp.client.request(request)).rejects.toMatchObject({
      code: 'pairing/session-ended',
    })
    await settled()
    await (side === 'dapp' ? dapp : wallet).client.disconnect({ topic })
    await settled()
    await pending
    expect(reported.mock.calls.map(([event]) => event.by).sort()).toEqual(['peer', 'self'])
    expect([...dapp.client.sessions(), ...wallet.client.sessions()]).toEqual([])
    // Disconnecting an ended session succeeds.
    await dapp.client.disconnect({ topic })
    for (const { storage } of [dapp, wallet]) {
      expect(JSON.parse(String(storage.values.get('pairing')))).toMatchObject({
        sessions: {},
        outbox: {},
        inbox: {},
        seen: {},
      })
    }
  })

  it('send the relay no analytics fields', async () => {
    const world = createWorld()
    const { dapp, topic } = await connect(world)
    await dapp.client.ping({ topic })
    for (const { frame } of world.relay.frames) {
      if (frame.method !== 'irn_publish') continue
      expect(Object.keys(frame.params ?? {}).sort()).toEqual(
        ['attestation', 'message', 'prompt', 'tag', 'topic', 'ttl'].sort(),
      )
      expect(frame.params?.attestation).toBe('')
    }
  })

  it('work as both roles in one client', async () => {
    const world = createWorld()
    const one = createDapp(world)
    const both = createPairingClient({
      ...world.options(one.storage, one.environment, 'both'),
      storage: createWallet(world).storage,
    })
    both.on('proposal', ({ id }) => void both.approve({ id, namespaces: granted }))
    const { uri, approval } = one.client.propose({ optional: requested })
    await both.pair({ uri })
    const asWallet = await approval
    const wallet = createWallet(world)
    wallet.client.on(
      'proposal',
      ({ id }) => void wallet.client.approve({ id, namespaces: granted }),
    )
    const second = both.propose({ optional: requested })
    await wallet.client.pair({ uri: second.uri })
    await second.approval
    expect(
      both
        .sessions()
        .map(({ role }) => role)
        .sort(),
    ).toEqual(['dapp', 'wallet'])
    await both.ping({ topic: asWallet.topic })
  })
})

describe('required namespaces', () => {
  it('prevent the session when they are not granted', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    wallet.client.on('proposal', ({ id, required }) => {
      // Required namespaces are sent as optional, because wallets differ in which list they read.
      expect(required).toEqual({})
      const namespaces = { eip155: { ...granted.eip155, accounts: [`eip155:10:${walletAddress}`] } }
      void wallet.client.approve({ id, namespaces })
    })
    const required = { eip155: { chains: ['eip155:1'], methods: [], events: [] } }
    const { uri, approval } = dapp.client.propose({ required, optional: requested })
    await wallet.client.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/settlement-invalid' })
    await settled()
    expect([...dapp.client.sessions(), ...wallet.client.sessions()]).toEqual([])
  })

  it('throw for invalid input before anything is sent', () => {
    const dapp = createDapp(createWorld())
    expect(() => dapp.client.propose({ optional: { eip155: {} as never } })).toThrow('invalid')
    expect(() =>
      dapp.client.propose({ optional: requested, scopedProperties: { solana: {} } }),
    ).toThrow('invalid')
  })
})
