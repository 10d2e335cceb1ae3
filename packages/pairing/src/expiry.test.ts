import { describe, expect, it, vi } from 'vitest'
import { settled } from '../fixtures/fakeClock.js'
import { connect, createDapp, createWallet, createWorld, requested } from '../fixtures/peers.js'

const request = { chainId: 'eip155:1', method: 'eth_sendTransaction', params: [] }

/** Records a promise's outcome without waiting for it. */
function watch(promise: Promise<unknown>) {
  const seen: { code?: string; value?: unknown } = {}
  promise.then(
    (value) => Object.assign(seen, { code: 'resolved', value }),
    (error) => Object.assign(seen, { code: error.code }),
  )
  return seen
}

describe('timeouts', () => {
  it('ends a proposal after four minutes', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const outcome = watch(dapp.client.propose({ optional: requested }).approval)
    await world.clock.advance(239_000)
    expect(outcome.code).toBeUndefined()
    await world.clock.advance(1_000)
    expect(outcome.code).toBe('pairing/proposal-expired')
    await settled()
    const stored = JSON.parse(String(dapp.storage.values.get('pairing')))
    expect(stored).toMatchObject({ pairings: {}, proposals: {}, outbox: {} })
  })

  it('ends a proposal when no relay is reachable', async () => {
    const world = createWorld()
    world.relay.down.add('one.test')
    const dapp = createDapp(world)
    const outcome = watch(dapp.client.propose({ optional: requested }).approval)
    await world.clock.advance(60_000)
    expect(outcome.code).toBe('pairing/relay-unavailable')
  })

  it('ends a request after five minutes and emits its late response', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const late = vi.fn()
    const expired = vi.fn()
    const ids: number[] = []
    dapp.client.on('late_response', late)
    wallet.client.on('request', ({ id }) => ids.push(id))
    wallet.client.on('request_expire', expired)
    const slow = watch(dapp.client.request({ topic, ...request, expiry: 600 }))
    const outcome = watch(dapp.client.request({ topic, ...request }))
    await world.clock.advance(299_000)
    expect(outcome.code).toBeUndefined()
    await world.clock.advance(1_500)
    expect(outcome.code).toBe('pairing/request-expired')
    expect(slow.code).toBeUndefined()
    expect(expired).toHaveBeenCalledExactlyOnceWith({ topic, id: ids[1] })
    await expect(
      wallet.client.respond({ topic, id: ids[1] ?? 0, result: 1 }),
    ).rejects.toMatchObject({ code: 'pairing/unknown-request' })
    await wallet.client.respond({ topic, id: ids[0] ?? 0, result: '0xhash' })
    await settled()
    expect(slow.value).toBe('0xhash')
    expect(late).not.toHaveBeenCalled()
  })

  it('ends a session after seven days, or when its extension expires', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const reported = vi.fn()
    dapp.client.on('session_expire', reported)
    wallet.client.on('session_expire', reported)
    // Offline, so that a week of heartbeats is not simulated.
    dapp.environment.set({ online: false })
    wallet.environment.set({ online: false })
    await world.clock.advance(604_000_000)
    expect(reported).not.toHaveBeenCalled()
    await world.clock.advance(1_000_000)
    expect(reported).toHaveBeenCalledTimes(2)
    expect(dapp.client.sessions()).toEqual([])
    await expect(dapp.client.ping({ topic })).rejects.toMatchObject({
      code: 'pairing/unknown-session',
    })
  })

  it('ends a ping after thirty seconds', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    wallet.client.close()
    const outcome = watch(dapp.client.ping({ topic }))
    await world.clock.advance(30_000)
    expect(outcome.code).toBe('pairing/ping-timeout')
  })

  it('expires a proposal in the wallet when nobody responds', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    const expired = vi.fn()
    wallet.client.on('request_expire', expired)
    const { uri, approval } = dapp.client.propose({ optional: requested })
    watch(approval)
    await wallet.client.pair({ uri })
    await world.clock.advance(241_000)
    expect(expired).toHaveBeenCalledOnce()
    await expect(wallet.client.pair({ uri })).rejects.toMatchObject({ code: 'pairing/uri-expired' })
  })
})

describe('cancellation', () => {
  it('cancels a proposal', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const controller = new AbortController()
    const { approval } = dapp.client.propose({ optional: requested, signal: controller.signal })
    const outcome = watch(approval)
    await settled()
    controller.abort()
    await settled()
    expect(outcome.code).toBe('pairing/cancelled')
    const stored = JSON.parse(String(dapp.storage.values.get('pairing')))
    expect(stored).toMatchObject({ pairings: {}, proposals: {} })
  })

  it('notifies a wallet that shows the cancelled proposal', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    const withdrawn = vi.fn()
    const ids: number[] = []
    wallet.client.on('proposal', ({ id }) => ids.push(id))
    wallet.client.on('request_expire', withdrawn)
    const controller = new AbortController()
    const { uri, approval } = dapp.client.propose({
      optional: requested,
      signal: controller.signal,
    })
    watch(approval)
    await wallet.client.pair({ uri })
    await settled()
    controller.abort()
    await settled()
    expect(withdrawn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: ids[0] }))
  })

  it('cancels a proposal before it started', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const outcome = watch(
      dapp.client.propose({ optional: requested, signal: AbortSignal.abort() }).approval,
    )
    await settled()
    expect(outcome.code).toBe('pairing/cancelled')
    await world.clock.advance(5_000)
    expect(world.relay.stored).toEqual([])
  })

  it('cancels a request and emits its response as late', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const late = vi.fn()
    dapp.client.on('late_response', late)
    const ids: number[] = []
    wallet.client.on('request', ({ id }) => ids.push(id))
    const controller = new AbortController()
    const outcome = watch(dapp.client.request({ topic, ...request, signal: controller.signal }))
    await settled()
    controller.abort()
    await settled()
    expect(outcome.code).toBe('pairing/cancelled')
    await wallet.client.respond({ topic, id: ids[0] ?? 0, result: '0xhash' })
    await settled()
    expect(late).toHaveBeenCalledOnce()
  })

  it('cancels a ping and a pairing', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    wallet.client.close()
    const controller = new AbortController()
    const ping = watch(dapp.client.ping({ topic, signal: controller.signal }))
    const { uri, approval } = dapp.client.propose({ optional: requested })
    watch(approval)
    const other = createWallet(world)
    other.environment.set({ online: false })
    const pair = watch(other.client.pair({ uri, signal: controller.signal }))
    await settled()
    controller.abort()
    await settled()
    expect([ping.code, pair.code]).toEqual(['pairing/cancelled', 'pairing/cancelled'])
  })

  it('cancels everything when the client is closed', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    wallet.client.close()
    const outcomes = [
      watch(dapp.client.ping({ topic })),
      watch(dapp.client.request({ topic, ...request })),
      watch(dapp.client.propose({ optional: requested }).approval),
    ]
    await settled()
    dapp.client.close()
    await settled()
    expect(outcomes.map(({ code }) => code)).toEqual(Array(3).fill('pairing/closed'))
    expect(dapp.client.relayState()).toBe('closed')
    await expect(dapp.client.extend({ topic })).rejects.toMatchObject({ code: 'pairing/closed' })
  })
})
