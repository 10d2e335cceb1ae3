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
import { createRawDapp } from '../fixtures/rawDapp.js'
import { createRawWallet } from '../fixtures/rawWallet.js'
import { createPairingClient } from './createPairingClient.js'
import { decodeBase64, encodeBase64 } from './crypto/encoding.js'
import { seal } from './crypto/envelope.js'
import { systemRandom, toTopic } from './crypto/keys.js'
import type { IncomingProposal } from './session/incomingProposal.js'
import { formatPairingUri } from './session/uri.js'

const names = [
  'session_update',
  'session_event',
  'session_extend',
  'session_end',
  'session_settle',
] as const

describe('hostile relay', () => {
  it('cannot replay, swap, reflect or damage messages, or send unencrypted ones', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const accounts = [`eip155:10:${walletAddress}`]
    await wallet.client.emit({
      topic,
      chainId: 'eip155:1',
      event: { name: 'chainChanged', data: 1 },
    })
    await wallet.client.update({ topic, namespaces: { eip155: { ...granted.eip155, accounts } } })
    await dapp.client.ping({ topic })
    await settled()
    const before = [dapp.client.sessions(), wallet.client.sessions()]
    const reported = vi.fn()
    for (const name of names) {
      dapp.client.on(name, () => reported('dapp', name))
      wallet.client.on(name, () => reported('wallet', name))
    }
    wallet.client.on('request', () => reported('wallet', 'request'))
    wallet.client.on('proposal', () => reported('wallet', 'proposal'))
    const topics = [...new Set(world.relay.stored.map((message) => message.topic))]
    for (const { message } of [...world.relay.stored]) {
      for (const target of topics) world.relay.inject({ topic: target, message })
      const bytes = decodeBase64(message) as Uint8Array
      for (const bit of [0, 1, 7, 8, 200, bytes.length * 8 - 1]) {
        const flipped = bytes.slice()
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
        world.relay.inject({ topic, message: encodeBase64(flipped) })
      }
    }
    const plain = `{"id":1700000000000999,"jsonrpc":"2.0","method":"wc_sessionDelete","params":{}}`
    const unsealed = Uint8Array.of(2, ...new TextEncoder().encode(plain))
    world.relay.inject({ topic, message: encodeBase64(unsealed) })
    world.relay.inject({ topic, message: 'not base64!' })
    await settled()
    expect(reported.mock.calls).toEqual([])
    expect([dapp.client.sessions(), wallet.client.sessions()]).toEqual(before)
  })

  it('cannot replay an old event after a reload', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    const old = world.relay.stored.at(-1)
    const client = await dapp.restart()
    await client.restore()
    await settled()
    const reported = vi.fn()
    client.on('session_event', reported)
    world.relay.inject({ topic, message: old?.message ?? '' })
    await settled()
    expect(reported).not.toHaveBeenCalled()
  })

  it('cannot respond to a ping by sending it back', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    wallet.client.close()
    const ping = dapp.client.ping({ topic })
    await settled()
    for (let round = 0; round < 3; round += 1) {
      for (const { message } of world.relay.stored.slice(-2)) world.relay.inject({ topic, message })
      await settled()
    }
    const outcome = expect(ping).rejects.toMatchObject({ code: 'pairing/ping-timeout' })
    await world.clock.advance(30_000)
    await outcome
  })

  it('cannot extend a session by sending our own extension back, even after a reload', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    for (const device of [dapp, wallet]) {
      await device.client.extend({ topic })
      await settled()
      const own = world.relay.stored.findLast(({ tag }) => tag === 1106)
      const [before] = device.client.sessions()
      await world.clock.advance(60_000)
      world.relay.inject({ topic, message: own?.message ?? '' })
      await settled()
      await device.restart()
      await device.client.restore()
      await settled()
      world.relay.inject({ topic, message: own?.message ?? '' })
      await settled()
      expect(device.client.sessions()).toEqual([before])
    }
  })

  it('cannot block fetchMissed by announcing messages it never delivers', async () => {
    const world = createWorld()
    const { dapp } = await connect(world)
    await dapp.client.fetchMissed()
  })
})

describe('hostile dapp', () => {
  it('cannot replace the proposal that the user sees', async () => {
    const world = createWorld()
    const wallet = createWallet(world)
    const reported: IncomingProposal[] = []
    wallet.client.on('proposal', (proposal) => reported.push(proposal))
    const honest = createDapp(world).client.propose({ optional: requested })
    await wallet.client.pair({ uri: honest.uri })
    await settled()
    const { id = 0 } = reported[0] ?? {}
    const symKey = '77'.repeat(32)
    const topic = toTopic(symKey)
    await wallet.client.pair({ uri: formatPairingUri({ topic, symKey, methods: [] }) })
    const proposer = { publicKey: '09'.padEnd(64, '0'), metadata: { name: 'thief' } }
    const params = { proposer, optionalNamespaces: requested, requiredNamespaces: {} }
    const payload = { id, jsonrpc: '2.0', method: 'wc_sessionPropose', params }
    const message = seal(JSON.stringify(payload), { key: symKey, random: systemRandom })
    world.relay.inject({ topic, message })
    await settled()
    expect(reported).toHaveLength(1)
    const session = await wallet.client.approve({ id, namespaces: granted })
    expect(session.peer.metadata.name).toBe('dapp')
    await honest.approval
  })

  it('cannot show requests that are out of scope, expired or malformed', async () => {
    const world = createWorld()
    const { client } = createWallet(world)
    const dapp = await createRawDapp(world, client)
    const reported = vi.fn()
    client.on('request', reported)
    const request = { method: 'personal_sign', params: [] }
    const chainId = 'eip155:1'
    const past = Math.floor(world.clock.now() / 1000) - 1
    const refused: [params: unknown, code: number][] = [
      [{ request: { method: 'eth_sign', params: [] }, chainId }, 3001],
      [{ request, chainId: 'eip155:137' }, 3005],
      [{ request: { ...request, expiryTimestamp: past }, chainId }, 8000],
      [{ request, chainId: 'mainnet' }, -32600],
      [{ request: 'personal_sign', chainId }, -32600],
      [{ request: { params: [] }, chainId }, -32600],
      [undefined, -32600],
    ]
    for (const [params, code] of refused) {
      expect(await dapp.call('wc_sessionRequest', params)).toMatchObject({ error: { code } })
    }
    expect(reported).not.toHaveBeenCalled()
    const late = past + 10 * 604_800
    await dapp.call('wc_sessionRequest', {
      request: { ...request, expiryTimestamp: late },
      chainId,
    })
    expect(reported).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ method: 'personal_sign', expiry: past + 1 + 604_800 }),
    )
  })
})

describe('hostile wallet', () => {
  async function answered() {
    const world = createWorld()
    const dapp = createDapp(world)
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await settled()
    const wallet = await createRawWallet(world, uri)
    wallet.answerProposal()
    await settled()
    return { world, dapp, approval, wallet }
  }

  it('cannot grant or send more than was requested', async () => {
    const { world, dapp, approval, wallet } = await answered()
    const week = 604_800
    const now = Math.floor(world.clock.now() / 1000)
    wallet.settle({
      expiry: now + 100 * week,
      namespaces: {
        eip155: {
          chains: ['eip155:1', 'eip155:137'],
          accounts: [`eip155:1:${walletAddress}`, `eip155:137:${walletAddress}`],
          methods: ['personal_sign', 'eth_sign'],
          events: ['chainChanged', 'evil'],
        },
        solana: { accounts: ['solana:x:abc'], methods: ['m'], events: [] },
      },
    })
    const { namespaces, expiry } = await approval
    expect(expiry).toBe(now + week)
    const allowed = {
      eip155: {
        chains: ['eip155:1'],
        accounts: [`eip155:1:${walletAddress}`],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      },
    }
    expect(namespaces).toEqual(allowed)
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    wallet.call('wc_sessionEvent', { event: { name: 'evil', data: 1 }, chainId: 'eip155:1' })
    wallet.call('wc_sessionEvent', { event: { name: 'chainChanged' }, chainId: 'eip155:137' })
    wallet.call('wc_sessionUpdate', { namespaces: { solana: allowed.eip155 } })
    wallet.call('wc_sessionUpdate', { namespaces: 'x' })
    wallet.call('wc_sessionRequest', { request: { method: 'personal_sign' }, chainId: 'eip155:1' })
    wallet.call('wc_sessionPropose', {})
    await settled()
    expect(reported).not.toHaveBeenCalled()
    expect(dapp.client.sessions()[0]?.namespaces).toEqual(allowed)
  })

  it.each([
    ['no namespaces', { namespaces: {} }],
    ['malformed accounts', { namespaces: { eip155: { ...granted.eip155, accounts: ['0x1'] } } }],
    ['another controller', { namespaces: granted, controller: { publicKey: 'ab'.repeat(32) } }],
    ['a past expiry', { namespaces: granted, expiry: 1 }],
    ['no expiry', { namespaces: granted, expiry: undefined }],
  ])('is rejected when it settles with %s', async (_what, change) => {
    const { dapp, approval, wallet } = await answered()
    const outcome = expect(approval).rejects.toMatchObject({ code: 'pairing/settlement-invalid' })
    wallet.settle(change)
    await settled()
    await outcome
    expect(dapp.client.sessions()).toEqual([])
    expect(wallet.read().at(-1)).toMatchObject({ error: { code: 7000 } })
  })

  it('cannot use a long or disguised name', async () => {
    const { approval, wallet } = await answered()
    const controller = {
      publicKey: wallet.publicKey,
      metadata: { name: `\u202e${'x'.repeat(500)}`, icons: [1], url: {} },
    }
    wallet.settle({ namespaces: granted, controller })
    const { peer } = await approval
    expect(peer.metadata).toEqual({ name: 'x'.repeat(64), description: '', url: '', icons: [] })
  })

  it('cannot respond to a request twice', async () => {
    const { dapp, approval, wallet } = await answered()
    wallet.settle({ namespaces: granted })
    const { topic } = await approval
    const late = vi.fn()
    dapp.client.on('late_response', late)
    const answer = dapp.client.request({
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: [],
    })
    await settled()
    const { id } = wallet.read().find(({ method }) => method === 'wc_sessionRequest')
    wallet.answer(id + 1, { result: 'stranger' })
    wallet.answer(id, { result: 'first' })
    wallet.answer(id, { result: 'second' })
    wallet.answer(id, { error: {} })
    expect(await answer).toBe('first')
    await settled()
    expect(late).not.toHaveBeenCalled()
  })

  it('cannot send requests to a client with both roles', async () => {
    const world = createWorld()
    const device = createDapp(world)
    const client = createPairingClient(world.options(device.storage, device.environment, 'both'))
    const { uri, approval } = client.propose({ optional: requested })
    await settled()
    const wallet = await createRawWallet(world, uri)
    wallet.answerProposal()
    await settled()
    wallet.settle({ namespaces: granted })
    await approval
    const reported = vi.fn()
    client.on('request', reported)
    client.on('proposal', reported)
    const request = { method: 'personal_sign', params: [] }
    wallet.call('wc_sessionRequest', { request, chainId: 'eip155:1' })
    await settled()
    expect(reported).not.toHaveBeenCalled()
    expect(wallet.read().filter(({ error }) => error)).toEqual([])
  })

  it('cannot restore earlier namespaces with an old update', async () => {
    const { world, dapp, approval, wallet } = await answered()
    wallet.settle({ namespaces: granted })
    await approval
    const before = world.clock.now() * 1000 + 500
    const less = { eip155: { ...granted.eip155, methods: ['personal_sign'] } }
    wallet.call('wc_sessionUpdate', { namespaces: less }, before + 1)
    await settled()
    expect(wallet.read().at(-1)).toMatchObject({ id: before + 1, result: true })
    wallet.call('wc_sessionUpdate', { namespaces: granted }, before)
    await settled()
    expect(wallet.read().at(-1)).toMatchObject({ id: before, error: { code: 1003 } })
    expect(dapp.client.sessions()[0]?.namespaces.eip155?.methods).toEqual(['personal_sign'])
  })

  it('is ignored when it sends invalid JSON-RPC', async () => {
    const { world, dapp, approval, wallet } = await answered()
    wallet.settle({ namespaces: granted })
    await approval
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    const message = {
      id: world.clock.now() * 1000 + 500,
      jsonrpc: '2.0',
      method: 'wc_sessionEvent',
      params: { event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' },
    }
    for (const wrong of [{ jsonrpc: '1.0' }, { jsonrpc: undefined }, { id: '1' }, { id: 1.5 }]) {
      wallet.send({ ...message, ...wrong })
    }
    await settled()
    expect(reported).not.toHaveBeenCalled()
    wallet.send(message)
    await settled()
    expect(reported).toHaveBeenCalledOnce()
  })

  it('gets an error when it calls an unknown method', async () => {
    const { dapp, approval, wallet } = await answered()
    wallet.settle({ namespaces: granted })
    await approval
    wallet.call('wc_other', {})
    await settled()
    expect(wallet.read().at(-1)).toMatchObject({ error: { code: 10001 } })
    expect(dapp.client.sessions()).toHaveLength(1)
  })
})
