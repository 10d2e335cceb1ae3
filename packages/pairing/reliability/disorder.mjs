/**
 * Runs whole sessions over a network that drops, repeats, delays and reorders frames; each must end as
 * on a clean network. Then delivers proposal response and settlement in every order, up to three times.
 *
 *   node reliability/disorder.mjs --sessions 1000 --minutes 30
 */
import { isDeepStrictEqual } from 'node:util'
import { createChoices, print, readFlags } from './figures.mjs'
import { nodeCurves } from './nodeCurves.mjs'
import { loadSource } from './source.mjs'

const {
  walletAddress,
  REQUESTED,
  GRANTED,
  createDapp,
  createFaultySocket,
  createSeededRandom,
  createWallet,
  createWorld,
  settled,
} = await loadSource('fixtures/peers.ts', 'fixtures/fakeClock.ts', 'fixtures/faultyNetwork.ts')

const faults = { dropped: 5, repeated: 5, maxDelayMs: 2_000, window: 8 }
const noFaults = { dropped: 0, repeated: 0, maxDelayMs: 0, window: 1 }
const narrowed = { eip155: { ...GRANTED.eip155, accounts: [`eip155:10:${walletAddress}`] } }
const limitMs = 280_000

const flags = readFlags({ sessions: 1_000, minutes: 30 })
const totals = { same: 0, different: 0, pings: 0, virtualSeconds: 0 }

const clean = await live(0, noFaults)
let sessions = 0
while (sessions < flags.sessions && performance.now() < flags.minutes * 60_000) {
  sessions += 1
  const number = sessions
  const ended = await live(number, faults).catch((error) => error.stack)
  if (isDeepStrictEqual(ended, clean)) totals.same += 1
  else {
    totals.different += 1
    console.error(`session ${number} ended as ${JSON.stringify(ended)}`)
  }
}
const orders = allOrders()
const settledAs = []
for (const order of orders) settledAs.push(JSON.stringify(await settle(order)))
const [first] = settledAs
const strays = orders.filter((_order, index) => settledAs[index] !== first)
for (const order of strays) console.error(`order ${order} ended differently`)
print({
  sessions,
  'ended like the clean run': totals.same,
  'ended differently': totals.different,
  'pings sent again': totals.pings - sessions - 1,
  'seconds per session, by its clock': Math.round(totals.virtualSeconds / (sessions + 1)),
  'orders of response and settlement': orders.length,
  'ended differently than in order': strays.length,
})
const isRight = totals.different + strays.length === 0 && JSON.parse(first).sessions === 2
process.exitCode = isRight ? 0 : 1

/** Runs one session; returns its events, its responses and the remaining state. */
async function live(number, faults) {
  const world = createWorld()
  const { below } = createChoices(createSeededRandom(number * 15_485_863 + 1))
  const WebSocket = createFaultySocket(world, faults, below)
  const dapp = createDapp(world, { curves: nodeCurves, WebSocket })
  const wallet = createWallet(world, { curves: nodeCurves, WebSocket })
  const events = []
  for (const name of ['session_settle', 'session_update', 'session_event', 'session_end']) {
    dapp.client.on(name, ({ event }) => events.push(event ? `${name} ${event.data}` : name))
  }
  for (const name of ['proposal', 'request', 'session_settle', 'session_end']) {
    wallet.client.on(name, ({ params }) => events.push(`wallet ${name} ${params ?? ''}`))
  }
  wallet.client.on('proposal', ({ id }) =>
    start(wallet.client.approve({ id, namespaces: GRANTED })),
  )
  wallet.client.on('request', ({ topic, id, params }) => {
    const [text] = params
    const answer = text === 'yes' ? { result: text } : { error: { code: 5000, message: 'No.' } }
    start(wallet.client.respond({ topic, id, ...answer }))
  })

  const begun = world.clock.now()
  /** Advances time until the condition holds or the limit is reached. */
  const until = async (isSo) => {
    for (let waited = 0; !isSo() && waited < limitMs; waited += 500) await world.clock.advance(500)
  }
  const outcome = async (promise) => {
    let known
    promise.then(
      (value) => {
        known = { value }
      },
      ({ code }) => {
        known = { code }
      },
    )
    await until(() => known !== undefined)
    return known
  }

  const { uri, approval } = dapp.client.propose({ optional: REQUESTED })
  start(wallet.client.pair({ uri }))
  const { topic } = (await outcome(approval))?.value ?? {}
  await until(() => wallet.client.sessions()[0]?.acknowledged)
  const sendRequest = (text) => {
    const request = { chainId: 'eip155:10', method: 'personal_sign', params: [text] }
    return outcome(dapp.client.request({ topic, ...request }))
  }
  const responses = [await sendRequest('yes'), await sendRequest('no')]
  start(wallet.client.update({ topic, namespaces: narrowed }))
  await until(() => events.includes('session_update'))
  const event = { name: 'chainChanged', data: 10 }
  start(wallet.client.emit({ topic, chainId: 'eip155:10', event }))
  await until(() => events.includes('session_event 10'))
  // A ping times out after 30 seconds, so retry like an app would.
  let ping
  do {
    totals.pings += 1
    ping = await outcome(dapp.client.ping({ topic }))
  } while (ping?.code === 'pairing/ping-timeout')
  const held = [dapp, wallet].map(({ client }) => client.sessions().map((it) => it.namespaces))
  start(wallet.client.disconnect({ topic }))
  await until(() => events.includes('session_end'))
  // Long enough for the last receipt and the last response.
  await world.clock.advance(120_000)
  totals.virtualSeconds += (world.clock.now() - begun) / 1_000
  const left = [dapp, wallet].map(({ storage }) => {
    const state = JSON.parse(storage.values.get('pairing'))
    return ['sessions', 'proposals', 'sentRequests', 'inbox', 'outbox'].map(
      (section) => Object.keys(state[section]).length,
    )
  })
  dapp.client.close()
  wallet.client.close()
  return { events: events.sort(), responses, ping, held, left }
}

/** Every sequence of one to three responses and one to three settlements. */
function allOrders() {
  const orders = []
  const extend = (order, responses, settlements) => {
    if (responses > 0 && settlements > 0) orders.push(order)
    if (responses < 3) extend(`${order}A`, responses + 1, settlements)
    if (settlements < 3) extend(`${order}S`, responses, settlements + 1)
  }
  extend('', 0, 0)
  return orders
}

/** Delivers the two messages in this order; returns the state of both sides. */
async function settle(order) {
  const world = createWorld()
  const dapp = createDapp(world, { curves: nodeCurves })
  const wallet = createWallet(world, { curves: nodeCurves })
  const events = []
  dapp.client.on('session_settle', () => events.push('dapp'))
  wallet.client.on('session_settle', () => events.push('wallet'))
  wallet.client.on('proposal', ({ id }) =>
    start(wallet.client.approve({ id, namespaces: GRANTED })),
  )
  const held = new Map()
  world.relay.tamper = (message) => {
    if (message.tag !== 1101 && message.tag !== 1102) return [message]
    held.set(message.tag, message)
    return []
  }
  const { uri, approval } = dapp.client.propose({ optional: REQUESTED })
  start(approval)
  start(wallet.client.pair({ uri }))
  await settled()
  // The dapp is not subscribed to the settlement's topic yet, so the relay has not delivered it.
  held.set(
    1102,
    world.relay.stored.find(({ tag }) => tag === 1102),
  )
  for (const letter of order) {
    world.relay.inject(held.get(letter === 'A' ? 1101 : 1102))
    await settled()
  }
  world.relay.tamper = (message) => [message]
  await world.clock.advance(60_000)
  const both = [...dapp.client.sessions(), ...wallet.client.sessions()]
  dapp.client.close()
  wallet.client.close()
  return {
    sessions: both.length,
    acknowledged: both.map((it) => it.acknowledged),
    namespaces: both.map((it) => it.namespaces),
    events: events.sort(),
  }
}

function start(promise) {
  promise.catch(() => undefined)
}
