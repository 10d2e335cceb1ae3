/**
 * Peers that exceed the requested scope: wallets grant accounts, chains, methods and events that were
 * not requested, dapps send requests outside the session. Counts what the clients accept.
 *
 *   node reliability/scopes.mjs --settlements 500 --minutes 30
 */
import { createChoices, print, readFlags } from './figures.mjs'
import { nodeCurves } from './nodeCurves.mjs'
import { loadSource } from './source.mjs'

const {
  walletAddress,
  REQUESTED,
  connect,
  createDapp,
  createRawWallet,
  createSeededRandom,
  createWallet,
  createWorld,
  seal,
  settled,
} = await loadSource(
  'fixtures/peers.ts',
  'fixtures/rawWallet.ts',
  'fixtures/fakeClock.ts',
  'src/crypto/envelope.ts',
)

const maxAccounts = 100
const requested = REQUESTED.eip155
const flags = readFlags({ settlements: 500, minutes: 30 })
const counts = {
  sessions: 0,
  rejected: 0,
  accounts: 0,
  scope: 0,
  updates: 0,
  events: 0,
  requests: 0,
  requestsThrough: 0,
  eventsThrough: 0,
}

let settlements = 0
while (settlements < flags.settlements && performance.now() < flags.minutes * 60_000) {
  settlements += 1
  const number = settlements
  const choices = createChoices(createSeededRandom(number * 15_485_863))
  await settleBeyond(choices)
  if (number % 10 === 0) await requestBeyond(choices)
}
print({
  'hostile settlements': settlements,
  rejected: counts.rejected,
  'reduced to what was requested': counts.sessions,
  'hostile updates': counts.updates,
  'extra accounts in state': counts.accounts,
  'extra chains, methods, events in state': counts.scope,
  'events outside the session': counts.events,
  'of them emitted to the page': counts.eventsThrough,
  'requests outside the session': counts.requests,
  'of them emitted to the wallet': counts.requestsThrough,
})
const through = counts.accounts + counts.scope + counts.eventsThrough + counts.requestsThrough
process.exitCode = through === 0 ? 0 : 1

async function settleBeyond(choices) {
  const world = createWorld()
  const { client } = createDapp(world, { curves: nodeCurves })
  const { uri, approval } = client.propose({ optional: REQUESTED })
  const outcome = approval.then(
    () => 'sessions',
    () => 'rejected',
  )
  await settled()
  const wallet = await createRawWallet(world, uri)
  wallet.answerProposal()
  await settled()
  wallet.settle({ namespaces: hostileGrant(choices) })
  counts[await outcome] += 1
  checkClient(client)
  for (let update = 0; update < 3; update += 1) {
    wallet.call('wc_sessionUpdate', { namespaces: hostileGrant(choices) })
    counts.updates += 1
    await settled()
    checkClient(client)
  }
  const allowed = client.sessions()[0]?.namespaces.eip155
  client.on('session_event', ({ chainId, event }) => {
    const isAllowed = allowed?.events.includes(event.name) && allowed.chains.includes(chainId)
    if (!isAllowed) counts.eventsThrough += 1
  })
  for (const [chainId, name] of [
    ['eip155:1', 'drain'],
    ['eip155:137', 'chainChanged'],
    ['solana:x', 'accountsChanged'],
    ['__proto__', 'chainChanged'],
    ['eip155:1', 'constructor'],
  ]) {
    wallet.call('wc_sessionEvent', { chainId, event: { name, data: [] } })
    counts.events += 1
  }
  await settled()
  client.close()
}

/** Counts entries of a session that were not requested, are malformed or exceed the limit. */
function checkClient(client) {
  for (const { namespaces } of client.sessions()) {
    for (const [name, { accounts, chains, methods, events }] of Object.entries(namespaces)) {
      const isRequested = (account) =>
        name === 'eip155' &&
        /^eip155:\d+:0x[0-9a-fA-F]{40}$/.test(account) &&
        requested.chains.includes(account.slice(0, account.lastIndexOf(':')))
      counts.accounts += accounts.filter((account) => !isRequested(account)).length
      counts.accounts += Math.max(0, accounts.length - maxAccounts)
      for (const [has, may] of [
        [chains, requested.chains],
        [methods, requested.methods],
        [events, requested.events],
      ]) {
        counts.scope += has.filter((entry) => name !== 'eip155' || !may.includes(entry)).length
      }
    }
  }
}

/** A grant with one requested entry and one to four others. */
function hostileGrant(choices) {
  const address = () => `0x${Buffer.from(choices.bytes(20)).toString('hex')}`
  const grant = {
    eip155: {
      accounts: [`eip155:1:${walletAddress}`],
      methods: ['personal_sign'],
      events: ['chainChanged'],
    },
  }
  const many = (length, chain) =>
    Array.from({ length }, (_, index) => `${chain}:0x${String(index).padStart(40, '0')}`)
  const tricks = [
    () => grant.eip155.accounts.push(`eip155:137:${address()}`),
    () => grant.eip155.accounts.push(`eip155:1:${address()}`, `eip155:01:${address()}`),
    () => grant.eip155.accounts.push(...many(10_000, 'eip155:1')),
    () => grant.eip155.accounts.push(...many(101, 'eip155:10')),
    () => grant.eip155.accounts.push(choices.pick(['', '0x1', 'eip155:1', 'eip155:1:', null, {}])),
    () =>
      grant.eip155.accounts.push(`eip155:1:${choices.pick(['0x12', 'a b', '<b>', '0x€', '..'])}`),
    () => grant.eip155.methods.push('eth_sign', 'wallet_addEthereumChain', '__proto__'),
    () => grant.eip155.events.push('drain', 'constructor'),
    () => {
      grant.eip155.chains = ['eip155:137', 'eip155:1']
    },
    () => {
      grant['eip155:137'] = { ...grant.eip155, accounts: [`eip155:137:${address()}`] }
    },
    () => {
      grant.solana = { accounts: ['solana:x:abc'], methods: ['m'], events: [] }
    },
    () => Object.defineProperty(grant, '__proto__', { value: grant.eip155, enumerable: true }),
    () => {
      grant.eip155.accounts = choices.pick(['all', { 0: 'eip155:1:0x' }, [], undefined])
    },
  ]
  const count = 1 + choices.below(4)
  for (let trick = 0; trick < count; trick += 1) {
    if (Array.isArray(grant.eip155.accounts)) choices.pick(tricks)()
  }
  return grant
}

/** A dapp with the right key that sends requests outside the session. */
async function requestBeyond(choices) {
  const world = createWorld()
  const dapp = createDapp(world, { curves: nodeCurves })
  const wallet = createWallet(world, { curves: nodeCurves })
  const { topic } = await connect(world, dapp, wallet)
  const { key } = JSON.parse(dapp.storage.values.get('pairing')).sessions[topic]
  wallet.client.on('request', () => {
    counts.requestsThrough += 1
  })
  const before = JSON.stringify(wallet.client.sessions())
  const call = (method, params) => {
    const id = world.clock.now() * 1_000 + counts.requests
    const payload = JSON.stringify({ id, jsonrpc: '2.0', method, params })
    const message = seal(payload, { key, random: choices.bytes })
    world.relay.inject({ topic, message })
    counts.requests += 1
  }
  for (const [chainId, method] of [
    ['eip155:1', 'eth_sign'],
    ['eip155:137', 'personal_sign'],
    ['eip155', 'personal_sign'],
    ['eip155:1', '__proto__'],
    ['solana:x', 'personal_sign'],
  ]) {
    call('wc_sessionRequest', { chainId, request: { method, params: [] } })
  }
  // Only the wallet may update the session or send events.
  call('wc_sessionUpdate', { namespaces: hostileGrant(choices) })
  call('wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
  call('wc_sessionSettle', { namespaces: hostileGrant(choices) })
  await settled()
  if (JSON.stringify(wallet.client.sessions()) !== before) counts.scope += 1
  dapp.client.close()
  wallet.client.close()
}
