import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFakeClock } from '../fixtures/fakeClock.js'
import { createFaultySocket } from '../fixtures/faultyNetwork.js'
import type { StoredMessage } from '../fixtures/memoryRelay.js'
import {
  createDapp,
  createSeededRandom,
  createWallet,
  createWorld,
  granted,
  requested,
  type World,
  walletAddress,
} from '../fixtures/peers.js'
import type { PairingOptions } from './ports.js'

/** Randomly loses, repeats, delays and reorders deliveries, and closes connections. */
function disturb(world: World, seed: number): Partial<PairingOptions> {
  const random = createSeededRandom(seed)
  const chance = (percent: number) => ((random(1)[0] ?? 0) * 100) / 256 < percent
  const held: StoredMessage[] = []
  world.relay.tamper = (message) => {
    if (chance(5)) world.relay.cut()
    if (chance(10)) return []
    if (chance(10)) {
      held.push(message)
      return []
    }
    const late = held.splice(0)
    return chance(10) ? [message, ...late, message] : [message, ...late]
  }
  return {}
}

/** Randomly loses, repeats, delays and reorders frames, including receipts and calls. */
function disorder(world: World, seed: number): Partial<PairingOptions> {
  const random = createSeededRandom(seed)
  const faults = { dropped: 5, repeated: 5, maxDelayMs: 2_000, window: 8 }
  const below = (limit: number) => {
    const [high = 0, low = 0] = random(2)
    return (high * 256 + low) % limit
  }
  return { WebSocket: createFaultySocket(world, faults, below) }
}

/** Runs a whole session over a bad network with reloads; returns the final state of both sides. */
async function live(spoil: (world: World) => Partial<PairingOptions>) {
  const world = createWorld()
  const options = spoil(world)
  const dapp = createDapp(world, options)
  const wallet = createWallet(world, options)
  const requestIds: number[] = []
  const serve = () => {
    const { client } = wallet
    client.on(
      'proposal',
      ({ id }) => void client.approve({ id, namespaces: granted }).catch(() => 0),
    )
    client.on('request', ({ id, topic, params }) => {
      requestIds.push(id)
      void client.respond({ topic, id, result: params }).catch(() => 0)
    })
  }
  serve()
  const { uri, approval } = dapp.client.propose({ optional: requested })
  void wallet.client.pair({ uri }).catch(() => 0)
  await world.clock.advance(200_000)
  const { topic } = await approval
  const answer = dapp.client.request({
    topic,
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['x'],
  })
  await world.clock.advance(200_000)
  expect(await answer).toEqual(['x'])
  await wallet.restart()
  serve()
  await wallet.client.restore()
  for (const chain of ['eip155:1', 'eip155:10']) {
    const namespaces = { eip155: { ...granted.eip155, accounts: [`${chain}:${walletAddress}`] } }
    void wallet.client.update({ topic, namespaces }).catch(() => 0)
    await world.clock.advance(20)
  }
  await dapp.restart()
  await dapp.client.restore()
  await world.clock.advance(300_000)
  expect(dapp.client.sessions()[0]?.namespaces.eip155?.chains).toEqual(['eip155:10'])
  expect(requestIds).toHaveLength(1)
  void wallet.client.disconnect({ topic }).catch(() => 0)
  await world.clock.advance(300_000)
  const left = [dapp, wallet].map(({ storage }) =>
    JSON.parse(String(storage.values.get('pairing'))),
  )
  return left.map(({ sessions, outbox, inbox, proposals, sentRequests: open }) => ({
    sessions,
    outbox,
    inbox,
    proposals,
    open,
  }))
}

it.each([
  ['deliveries', disturb, 8],
  ['frames', disorder, 4],
])(
  'ends a session in a clean state when the network loses, repeats and reorders %s',
  async (_what, spoil, numRuns) => {
    const clean = { sessions: {}, outbox: {}, inbox: {}, proposals: {}, open: {} }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        expect(await live((world) => spoil(world, seed))).toEqual([clean, clean])
      }),
      { numRuns, seed: createFakeClock().now() },
    )
  },
)
