import { parseClientToken } from '@latchkey/wire/relay/claims'
import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import { createFreezableNetwork } from '../../fixtures/frozenSocket.js'
import { connect, createDapp, createWorld, requested } from '../../fixtures/peers.js'

function proposing(world = createWorld()) {
  const dapp = createDapp(world)
  const states: string[] = []
  dapp.client.on('relay_state', ({ state }) => states.push(state))
  const { approval } = dapp.client.propose({ optional: requested })
  const outcome = { code: '' }
  approval.catch((error) => {
    outcome.code = error.code
  })
  return { world, dapp, states, outcome }
}

const hosts = (world: ReturnType<typeof createWorld>) =>
  world.relay.connections.map(({ host }) => host)

describe('relay connection', () => {
  it('opens only when there is something to send', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    await dapp.client.restore()
    await world.clock.advance(60_000)
    expect(world.relay.connections).toEqual([])
    expect(dapp.client.relayState()).toBe('idle')
  })

  it('sends only a fresh token and the project id', async () => {
    const { world } = proposing()
    await settled()
    world.relay.cut()
    await world.clock.advance(1_000)
    const [first, second] = world.relay.connections.map(({ url }) => new URL(url).searchParams)
    expect([...(first?.keys() ?? [])].sort()).toEqual(['auth', 'projectId', 'useOnCloseEvent'])
    expect(first?.get('auth')).not.toBe(second?.get('auth'))
  })

  it('creates valid tokens when the clock is hours ahead or behind', async () => {
    const { world } = proposing()
    await settled()
    const [url] = world.relay.connections.map((one) => new URL(one.url))
    const token = parseClientToken(url?.searchParams.get('auth') ?? '')
    const now = world.clock.now() / 1_000
    expect(token?.claims.iat).toBeLessThan(now - 11 * 3_600)
    expect(token?.claims.exp).toBeGreaterThan(now + 11 * 3_600)
  })

  it('times out when the handshake hangs', async () => {
    const world = createWorld()
    world.relay.deaf.add('one.test/handshake')
    const { dapp } = proposing(world)
    await world.clock.advance(9_000)
    world.relay.deaf.clear()
    expect(hosts(world)).toHaveLength(1)
    await world.clock.advance(10_000)
    expect(dapp.client.relayState()).toBe('open')
    expect(hosts(world)).toHaveLength(2)
  })

  it('retries with growing, random delays', async () => {
    const world = createWorld()
    world.relay.down.add('one.test')
    proposing(world)
    await world.clock.advance(240_000)
    expect(world.relay.connections.length).toBeGreaterThan(8)
    expect(world.relay.connections.length).toBeLessThan(30)
  })

  it('backs off and reports the reason when the relay rejects it', async () => {
    const world = createWorld()
    world.relay.refusing.add('one.test')
    const { outcome } = proposing(world)
    await world.clock.advance(60_000)
    expect(outcome.code).toBe('pairing/relay-refused')
    expect(world.relay.connections.length).toBeLessThan(15)
  })

  it('waits while the device is offline and reconnects afterwards', async () => {
    const { world, dapp, states } = proposing()
    await settled()
    dapp.environment.set({ online: false })
    await world.clock.advance(60_000)
    expect(dapp.client.relayState()).toBe('offline')
    expect(world.relay.connections).toHaveLength(1)
    dapp.environment.set({ online: true })
    await settled()
    expect(states).toEqual(['connecting', 'open', 'offline', 'connecting', 'open'])
  })

  it('reconnects at once when the page becomes visible', async () => {
    const world = createWorld()
    const { dapp } = proposing(world)
    await settled()
    world.relay.down.add('one.test')
    world.relay.cut()
    await world.clock.advance(20_000)
    expect(dapp.client.relayState()).toBe('waiting')
    world.relay.down.clear()
    dapp.environment.set({ visible: true })
    await settled()
    expect(dapp.client.relayState()).toBe('open')
  })

  it('detects a dead connection within 45 seconds', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    world.relay.deaf.add('one.test')
    await world.clock.advance(45_000)
    expect(hosts(world).filter((host) => host === 'one.test').length).toBeGreaterThan(2)
    world.relay.deaf.clear()
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }
    const answer = dapp.client.request(request)
    await world.clock.advance(90_000)
    expect(await answer).toBe(1)
  })

  it('reconnects after a silent loss and delivers the lost messages', async () => {
    const world = createWorld()
    const { WebSocket, freeze } = createFreezableNetwork(world)
    const { dapp, wallet, topic } = await connect(world, createDapp(world, { WebSocket }))
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    freeze()
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }
    const answer = dapp.client.request(request)
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await world.clock.advance(45_000)
    expect(await answer).toBe(1)
    expect(reported).toHaveBeenCalledOnce()
  })

  it('detects a dead connection within seconds when the page becomes visible', async () => {
    const world = createWorld()
    const { dapp } = await connect(world)
    world.relay.deaf.add('one.test')
    dapp.environment.set({ visible: false })
    dapp.environment.set({ visible: true })
    await world.clock.advance(4_000)
    world.relay.deaf.clear()
    await world.clock.advance(1_000)
    expect(dapp.client.relayState()).toBe('open')
    expect(hosts(world)).toHaveLength(3)
  })

  it('stays open while the relay responds', async () => {
    const world = createWorld()
    await connect(world)
    await world.clock.advance(3_600_000)
    expect(world.relay.connections).toHaveLength(2)
  })

  it('resumes every subscription and receives missed messages', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    dapp.environment.set({ online: false })
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    expect(reported).not.toHaveBeenCalled()
    dapp.environment.set({ online: true })
    await settled()
    expect(reported).toHaveBeenCalledOnce()
  })

  it('fetches missed messages on request', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    world.relay.tamper = () => []
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    expect(reported).not.toHaveBeenCalled()
    await dapp.client.fetchMissed()
    expect(reported).toHaveBeenCalledOnce()
  })
})
