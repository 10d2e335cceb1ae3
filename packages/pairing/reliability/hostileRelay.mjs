/**
 * A relay that adds damaged, replayed, misrouted and forged messages to every delivery. An extra event
 * is an accepted forgery, a missing one a wrong state change. Then flips every bit of sample envelopes.
 *
 *   node reliability/hostileRelay.mjs --sessions 1000 --minutes 30
 */
import { isDeepStrictEqual } from 'node:util'
import { decrypt, encrypt } from '@walletconnect/utils'
import { createChoices, print, readFlags } from './figures.mjs'
import { nodeCurves } from './nodeCurves.mjs'
import { loadSource } from './source.mjs'

const {
  walletAddress,
  REQUESTED,
  GRANTED,
  agreeKey,
  connect,
  createDapp,
  createKeyPair,
  createSeededRandom,
  createWallet,
  createWorld,
  decodeBase64,
  encodeBase64,
  openEnvelope,
  readEnvelope,
  seal,
  settled,
} = await loadSource(
  'fixtures/peers.ts',
  'fixtures/fakeClock.ts',
  'src/crypto/encoding.ts',
  'src/crypto/envelope.ts',
  'src/crypto/keys.ts',
)

const dappEvents = [
  'session_settle',
  'session_update',
  'session_extend',
  'session_event',
  'session_end',
  'session_expire',
  'late_response',
]
const walletEvents = [
  'proposal',
  'authenticate',
  'request',
  'request_expire',
  'session_settle',
  'session_extend',
  'session_end',
  'session_expire',
]
const signInParams = { domain: 'dapp.test', uri: 'https://dapp.test', nonce: '12345678' }
const methodNames = ['personal_sign', 'eth_sendTransaction']
const chainIds = ['eip155:1', 'eip155:10']

const flags = readFlags({ sessions: 1_000, minutes: 30 })
const totals = { forgeries: 0, wrong: 0, accepted: 0, unfinished: 0 }
const attacker = await createKeyPair(nodeCurves, createSeededRandom(1))

let sessions = 0
while (sessions < flags.sessions && performance.now() < flags.minutes * 60_000) {
  sessions += 1
  const number = sessions
  await runSession(number).catch((error) => {
    totals.unfinished += 1
    console.error(`session ${number}: ${error.stack}`)
  })
}
const flips = await flipEveryBit()
print({
  sessions,
  'hostile deliveries': totals.forgeries,
  'sessions not finished': totals.unfinished,
  'wrong state changes': totals.wrong,
  'accepted forgeries': totals.accepted,
  'single-bit flips, type 0 and 1': flips.tried,
  'of them opened': flips.opened,
  'single-bit flips, type 0': flips.plain,
  'of them opened by @walletconnect/utils': flips.openedByReference,
})
const failures = totals.unfinished + totals.wrong + totals.accepted + flips.opened
process.exitCode = failures === 0 ? 0 : 1

async function runSession(number) {
  const world = createWorld()
  const choices = createChoices(createSeededRandom(number * 104_729))
  world.relay.tamper = (message) => surround(message, world.relay.stored, choices)
  const emitted = []
  const expected = []
  const dapp = createDapp(world, { curves: nodeCurves })
  const wallet = createWallet(world, { curves: nodeCurves })
  const watch = () => {
    for (const name of dappEvents) dapp.client.on(name, (event) => emitted.push(note(name, event)))
  }
  const watchWallet = () => {
    for (const name of walletEvents.filter((it) => it !== 'authenticate')) {
      wallet.client.on(name, (event) => emitted.push(note(`wallet ${name}`, event)))
    }
    wallet.client.on('request', ({ topic, id, params }) => {
      void wallet.client.respond({ topic, id, result: { signed: params } })
    })
  }
  watch()
  watchWallet()

  const { topic } = number % 2 ? await connect(world, dapp, wallet) : await signIn(dapp, wallet)
  await settled()
  if (number % 2) expected.push('wallet proposal', 'session_settle', 'wallet session_settle')
  else expected.push('session_settle')

  const { client } = wallet
  const event = { name: 'chainChanged', data: number }
  await client.emit({ topic, chainId: 'eip155:1', event })
  expected.push(`session_event ${number}`)
  const accounts = [`eip155:10:${walletAddress}`]
  await client.update({ topic, namespaces: { eip155: { ...GRANTED.eip155, accounts } } })
  expected.push(`session_update ${accounts}`)
  await client.extend({ topic })
  expected.push('session_extend')
  const sendRequest = async (text) => {
    const request = { topic, chainId: 'eip155:10', method: 'personal_sign', params: [text] }
    const answer = await dapp.client.request(request)
    expected.push(`wallet request ${text}`)
    if (!isDeepStrictEqual(answer, { signed: [text] })) totals.wrong += 1
  }
  await sendRequest(`first ${number}`)
  await dapp.client.ping({ topic })
  await settled()

  const handOutEverything = async () => {
    const topics = [...new Set(world.relay.stored.map((it) => it.topic))]
    for (const { message } of [...world.relay.stored]) {
      for (const target of topics) world.relay.inject({ topic: target, message })
      totals.forgeries += topics.length
    }
    await settled()
  }
  world.relay.cut()
  await world.clock.advance(30_000)
  await handOutEverything()
  await dapp.restart()
  watch()
  await dapp.client.restore()
  await wallet.restart()
  watchWallet()
  await wallet.client.restore()
  await settled()
  await handOutEverything()
  await sendRequest(`second ${number}`)
  await settled()

  compare(number, emitted, expected)
  const granted = { ...GRANTED.eip155, chains: ['eip155:10'], accounts }
  for (const { client } of [dapp, wallet]) {
    const [session, ...others] = client.sessions()
    const namespace = session?.namespaces.eip155
    const asIs = namespace && { ...namespace, methods: [...namespace.methods].sort() }
    const right = { ...granted, methods: [...granted.methods].sort() }
    if (session?.topic !== topic || others.length > 0 || !isDeepStrictEqual(asIs, right)) {
      totals.wrong += 1
      console.error(`session ${number} ended as ${JSON.stringify(client.sessions())}`)
    }
  }
  dapp.client.close()
  wallet.client.close()
}

async function signIn(dapp, wallet) {
  const stop = wallet.client.on('authenticate', ({ id }) => {
    const account = `eip155:1:${walletAddress}`
    const sign = async () => `0x${'12'.repeat(64)}1b`
    void wallet.client.signIn({ id, account, chains: chainIds, methods: methodNames, sign })
  })
  const { uri, approval } = dapp.client.propose({
    optional: REQUESTED,
    authentication: signInParams,
  })
  await wallet.client.pair({ uri })
  const session = await approval
  await settled()
  stop()
  return session
}

/** Describes an event, including the fields a forgery would change. */
function note(name, event) {
  if (name === 'session_event') return `${name} ${event.event.data}`
  if (name === 'session_update') return `${name} ${event.session.namespaces.eip155?.accounts}`
  if (name === 'wallet request') return `${name} ${event.params}`
  return name
}

function compare(number, emitted, expected) {
  const extra = [...emitted]
  const missing = expected.filter((entry) => {
    const index = extra.indexOf(entry)
    if (index >= 0) extra.splice(index, 1)
    return index < 0
  })
  totals.accepted += extra.length
  totals.wrong += missing.length
  if (extra.length + missing.length === 0) return
  console.error(`session ${number}: unexpected ${extra}; missing ${missing}`)
}

/** The real delivery between damaged, replayed, misrouted and forged ones. */
function surround(message, stored, choices) {
  const bytes = decodeBase64(message.message)
  const remade = (changed) => ({ ...message, message: encodeBase64(changed) })
  const flip = () => {
    const changed = bytes.slice()
    changed[choices.below(bytes.length)] ^= 1 << choices.below(8)
    return remade(changed)
  }
  const retyped = () => remade(Uint8Array.of(2 + choices.below(254), ...bytes.slice(1)))
  const plain = () => remade(Uint8Array.of(2, ...new TextEncoder().encode(forgedText(choices))))
  const ownKey = (sender) => {
    const key = Buffer.from(choices.bytes(32)).toString('hex')
    const text = seal(forgedText(choices), { key, random: choices.bytes, ...sender })
    return { ...message, message: text }
  }
  const replay = () => choices.pick(stored)
  const swap = () => ({ ...message, topic: choices.pick(stored).topic })
  const before = [flip(), retyped(), plain(), ownKey({}), swap()]
  const introduced = { senderPublicKey: attacker.publicKey }
  const after = [flip(), retyped(), ownKey(introduced), replay(), swap(), message]
  totals.forgeries += before.length + after.length
  return [...before, message, ...after]
}

/** A well-formed payload that the peer never sent. */
function forgedText(choices) {
  const id = 1_700_000_000_000_000 + choices.below(30_000_000)
  const accounts = chainIds.map((chain) => `${chain}:0x${'66'.repeat(20)}`)
  const namespaces = { eip155: { ...GRANTED.eip155, accounts } }
  const controller = { publicKey: attacker.publicKey, metadata: {} }
  const request = { method: 'personal_sign', params: ['forged'] }
  const calls = [
    ['wc_sessionDelete', { code: 6000, message: 'User disconnected.' }],
    ['wc_sessionUpdate', { namespaces }],
    ['wc_sessionSettle', { namespaces, controller, expiry: 2_000_000_000 }],
    ['wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'chainChanged', data: 'forged' } }],
    ['wc_sessionRequest', { chainId: 'eip155:10', request }],
    ['wc_sessionExtend', {}],
    ['wc_pairingDelete', {}],
  ]
  const [method, params] = choices.pick(calls)
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

async function flipEveryBit() {
  const random = createSeededRandom(7)
  const sender = await createKeyPair(nodeCurves, random)
  const own = await createKeyPair(nodeCurves, random)
  const { key } = await agreeKey(nodeCurves, sender.secretKey, own.publicKey)
  const keyOf = async ({ senderPublicKey }) =>
    senderPublicKey === undefined || senderPublicKey === sender.publicKey
      ? key
      : (await agreeKey(nodeCurves, own.secretKey, senderPublicKey)).key
  const counts = { tried: 0, opened: 0, plain: 0, openedByReference: 0 }
  for (const length of [20, 300, 900]) {
    const text = JSON.stringify({ id: 1, result: 'x'.repeat(length) })
    for (const introduced of [{}, { senderPublicKey: sender.publicKey }]) {
      for (const flipped of everyFlip(seal(text, { key, random, ...introduced }))) {
        counts.tried += 1
        if (
          await opens(async () => {
            const envelope = readEnvelope(flipped)
            openEnvelope(envelope, await keyOf(envelope))
          })
        )
          counts.opened += 1
      }
    }
    for (const flipped of everyFlip(encrypt({ type: 0, symKey: key, message: text }))) {
      counts.plain += 1
      if (await opens(async () => decrypt({ symKey: key, encoded: flipped }))) {
        counts.openedByReference += 1
      }
    }
  }
  return counts
}

function* everyFlip(text) {
  const bytes = decodeBase64(text)
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = bytes.slice()
    flipped[bit >> 3] ^= 1 << (bit & 7)
    yield encodeBase64(flipped)
  }
}

async function opens(run) {
  try {
    await run()
    return true
  } catch {
    return false
  }
}
