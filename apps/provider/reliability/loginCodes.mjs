/**
 * Attacks on one-time codes, over HTTP, against the login site with a clock that is moved by hand.
 *
 * - guessing: `--accounts` addresses are sprayed with `--guesses` guesses each over one day, each guess
 *   from the next of `--networks` networks. For every code that is asked for, ten times as many guesses
 *   are made as it may stand. Counts those that were looked at. The control forgets the counters as it
 *   goes, and must come to more.
 * - racing: one right code is handed in `--parallel` times at once, in `--rounds` rounds.
 *
 *   node reliability/loginCodes.mjs --accounts 1000 --guesses 1000 --networks 500 --rounds 100
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLoginSecrets } from '../dist/config/secrets.js'
import { startInbox } from '../dist/local/inbox/startInbox.js'
import { startLogin } from '../dist/login/startLogin.js'
import { openDatabase } from '../dist/store/openDatabase.js'
import { createProjectStore } from '../dist/store/projects.js'
import { print, readFlags, sleep } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'

const SITE = 'https://shop.example'
const DAY_MS = 86_400_000
const AT_ONCE = 50
const GUESSES_PER_CODE = 30
/** What the bar allows an account in a day. */
const MOST = 10

const flags = readFlags({
  accounts: 1_000,
  guesses: 100,
  networks: 500,
  rounds: 100,
  parallel: 200,
})
const clock = createHandClock()
const client = createHttpClient({ connections: flags.parallel })
const folder = await mkdtemp(join(tmpdir(), 'latchkey-login-codes-'))
const database = await openDatabase({ dataDir: join(folder, 'database') })
const inbox = await startInbox()
const login = await startLogin({
  port: 0,
  database,
  clock,
  apiUrl: 'https://api.example',
  chains: [],
  secrets: openLoginSecrets(folder),
  mail: { url: inbox.smtpUrl, from: 'login@login.example' },
  trustedProxies: ['127.0.0.1'],
})
const store = createProjectStore(database.sql)
const project = await store.create({ name: 'Shop', allowedOrigins: [SITE] })
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await login.stop()
  await Promise.all([inbox.stop(), database.stop()])
  await rm(folder, { recursive: true, force: true })
}

async function run() {
  const races = await race()
  const spray = await guess({ accounts: flags.accounts, guesses: flags.guesses })
  const forget = () =>
    database.sql`with tries as (delete from login_tries) delete from login_streaks`
  const control = await guess({ accounts: 5, guesses: 1_200, forget })
  print({
    'right codes, each handed in at once': `${flags.rounds} × ${flags.parallel}`,
    'let in': races,
    'accounts sprayed': flags.accounts,
    networks: flags.networks,
    'guesses in one day': spray.sent,
    'looked at': spray.looked,
    'most for one account': spray.most,
    'codes guessed': spray.right,
    'control: most without the counters': control.most,
  })
  return races === flags.rounds && spray.most <= MOST && control.most > MOST
}

async function race() {
  let letIn = 0
  for (let round = 0; round < flags.rounds; round += 1) {
    const address = addressOf(`race-${round}`)
    const frame = newFrame()
    const { flowId } = await start(address, frame, networkOf(round))
    const code = await codeTo(address)
    // Each from a network of its own: what one network may ask is not what this is about.
    const answers = await Promise.all(
      Array.from({ length: flags.parallel }, (_, at) =>
        verify({ flowId, code, frame, network: networkOf(at) }),
      ),
    )
    letIn += answers.filter(({ token }) => token !== undefined).length
    clock.advance(60_000)
  }
  return letIn
}

async function guess({ accounts, guesses, forget }) {
  const found = { sent: 0, looked: 0, right: 0, most: 0 }
  const total = accounts * guesses
  const looked = new Map()
  let turn = 0
  const nextNetwork = () => {
    turn += 1
    return networkOf(turn % flags.networks)
  }
  const attack = async (account) => {
    const address = addressOf(`${forget ? 'control' : 'victim'}-${account}`)
    const frame = newFrame()
    const { flowId } = await start(address, frame, nextNetwork())
    if (flowId === undefined) return
    for (let tries = 0; tries < GUESSES_PER_CODE; tries += 1) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const answer = await verify({ flowId, code, frame, network: nextNetwork() })
      found.sent += 1
      if (answer.token !== undefined) found.right += 1
      if (answer.token === undefined && answer.refusal !== 'code-wrong') continue
      looked.set(address, (looked.get(address) ?? 0) + 1)
    }
  }
  const steps = Math.ceil(total / GUESSES_PER_CODE / AT_ONCE)
  for (let step = 0; step < steps; step += 1) {
    const first = step * AT_ONCE
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => attack((first + at) % accounts)))
    await forget?.()
    clock.advance(Math.floor(DAY_MS / steps) - 1)
  }
  for (const count of looked.values()) {
    found.looked += count
    found.most = Math.max(found.most, count)
  }
  return found
}

function start(email, { binding }, network) {
  return call('/api/email/start', { email, binding, origin: SITE }, network)
}

function verify({ flowId, code, frame: { secret }, network }) {
  return call('/api/email/verify', { flowId, secret, code }, network)
}

/** What the site answers, or `refusal`. */
async function call(path, body, network) {
  const headers = {
    'content-type': 'application/json',
    origin: login.url,
    'x-project-id': project.id,
    'x-site-origin': SITE,
    'x-forwarded-for': network,
  }
  const send = () =>
    client.send(`${login.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  // A connection that was kept open can end in the moment it is used: then nobody heard.
  const answer = await send().catch(send)
  const read = JSON.parse(answer.body.toString())
  return answer.status === 200 ? read : { refusal: read.reasons?.[0]?.field }
}

/** A frame: what it says at the start and proves at the end. */
function newFrame() {
  const secret = randomBytes(32)
  const binding = createHash('sha256').update(secret).digest('hex')
  return { secret: secret.toString('hex'), binding }
}

async function codeTo(address) {
  for (;;) {
    const found = await fetch(new URL(`/messages?to=${encodeURIComponent(address)}`, inbox.url))
    const { messages } = await found.json()
    if (messages[0]) return messages[0].code
    await sleep(5)
  }
}

function addressOf(name) {
  return `${name}@people.example`
}

/** Neighbours share their limits, so each is in another block. */
function networkOf(number) {
  return `${11 + Math.floor(number / 250)}.${number % 250}.7.7`
}

function createHandClock() {
  let now = Date.now()
  return {
    now: () => now,
    every: () => () => {},
    after(ms, done) {
      const timer = setTimeout(done, ms)
      return () => clearTimeout(timer)
    },
    advance(ms) {
      now += ms
    },
  }
}
