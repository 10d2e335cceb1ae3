/**
 * Freezes the connection of the dapp, the wallet or both at a random moment and measures how long the
 * client takes to notice. Messages lost in either direction must arrive exactly once after reconnecting.
 *
 *   node reliability/halfOpen.mjs --rounds 100 --minutes 30
 */
import { createChoices, print, readFlags } from './figures.mjs'
import { nodeCurves } from './nodeCurves.mjs'
import { loadSource } from './source.mjs'

const {
  connect,
  createDapp,
  createFreezableNetwork,
  createSeededRandom,
  createWallet,
  createWorld,
  settled,
} = await loadSource('fixtures/peers.ts', 'fixtures/fakeClock.ts', 'fixtures/frozenSocket.ts')

const limitMs = 45_000
const stepMs = 100

const flags = readFlags({ rounds: 100, minutes: 30 })
const totals = { links: 0, noticed: 0, longest: 0, resent: 0, failed: 0 }

let rounds = 0
while (rounds < flags.rounds && performance.now() < flags.minutes * 60_000) {
  rounds += 1
  const number = rounds
  const faults = await freeze(number).catch((error) => [error.stack])
  if (faults.length === 0) continue
  totals.failed += 1
  console.error(`round ${number}: ${faults.join('; ')}`)
}
print({
  rounds,
  'connections that died silently': totals.links,
  'detected within 45 s': totals.noticed,
  'longest until detected, ms': totals.longest,
  'messages arrived once afterwards': totals.resent,
  'rounds with a fault': totals.failed,
})
process.exitCode = totals.failed === 0 ? 0 : 1

/** Loses and restores one connection; returns what went wrong. */
async function freeze(number) {
  const world = createWorld()
  const choices = createChoices(createSeededRandom(number * 15_485_863))
  const networks = { dapp: createFreezableNetwork(world), wallet: createFreezableNetwork(world) }
  const device = (create, { WebSocket }) => create(world, { curves: nodeCurves, WebSocket })
  const devices = {
    dapp: device(createDapp, networks.dapp),
    wallet: device(createWallet, networks.wallet),
  }
  const { dapp, wallet } = devices
  const { topic } = await connect(world, dapp, wallet)
  const received = { requests: 0, responses: 0, events: 0 }
  wallet.client.on('request', ({ id }) => {
    received.requests += 1
    void wallet.client.respond({ topic, id, result: 'ok' })
  })
  dapp.client.on('session_event', () => {
    received.events += 1
  })
  // A random moment between two heartbeats.
  await world.clock.advance(choices.below(60_000))

  const sides = [['dapp'], ['wallet'], ['dapp', 'wallet']][number % 3]
  const frozenAt = world.clock.now()
  const noticedAt = {}
  for (const side of sides) {
    networks[side].freeze()
    totals.links += 1
    devices[side].client.on('relay_state', ({ state }) => {
      if (state !== 'open') noticedAt[side] ??= world.clock.now()
    })
  }
  const act = () => {
    const request = { chainId: 'eip155:1', method: 'personal_sign', params: [] }
    dapp.client.request({ topic, ...request }).then(() => {
      received.responses += 1
    })
    const event = { name: 'chainChanged', data: number }
    wallet.client.emit({ topic, chainId: 'eip155:1', event }).catch(() => undefined)
  }
  // Either at once or at a random moment before the loss is noticed.
  const actAfter = number % 2 ? 0 : choices.below(20_000)
  for (let passed = 0; passed < limitMs; passed += stepMs) {
    if (passed === actAfter - (actAfter % stepMs)) act()
    await world.clock.advance(stepMs)
  }
  const faults = []
  for (const side of sides) {
    const took = (noticedAt[side] ?? Number.POSITIVE_INFINITY) - frozenAt
    totals.longest = Math.max(totals.longest, took)
    if (took <= limitMs) totals.noticed += 1
    else faults.push(`${side} detected after ${took} ms`)
  }
  await world.clock.advance(60_000)
  await settled()
  for (const [what, count] of Object.entries(received)) {
    if (count === 1) totals.resent += 1
    else faults.push(`${what}: ${count}`)
  }
  dapp.client.close()
  wallet.client.close()
  return faults
}
