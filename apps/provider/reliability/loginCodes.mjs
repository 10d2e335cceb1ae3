/**
 * Attacks one-time codes over HTTP, on a login site with a manual clock.
 *
 * - guessing: `--guesses` guesses at each of `--accounts` addresses in one day, in turn from `--networks`
 *   networks. For every requested code, ten times as many guesses as it allows are sent. Counts the
 *   guesses that were checked. The control resets the counters, and must get more.
 * - racing: one correct code is submitted `--parallel` times at once, in `--rounds` rounds.
 * - mails: strangers request mails to one person all day, ten an hour, each from another network. Every
 *   four hours the person confirms in a session and logs in on a known device. The control requests a mail
 *   on an unknown device at the same times, and gets none.
 * - project: `--wrong` wrong guesses at one project from 17 networks within an hour, then correct codes: one
 *   mailed earlier, and those of a session, a known device and a new visitor. The control resets the
 *   counters, and the next new visitor must need no proof of work.
 *
 *   node reliability/loginCodes.mjs --accounts 1000 --guesses 1000 --networks 500 --rounds 100
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInbox } from '@latchkey/dev-stack/startInbox'
import { openLoginSecrets } from '../dist/keys/secrets.js'
import { startLogin } from '../dist/login/startLogin.js'
import { openDatabase } from '../dist/store/openDatabase.js'
import { createProjectStore } from '../dist/store/projects.js'
import {
  addressOf,
  createEmailLogins,
  networkOf,
  newFrame,
  randomCode,
  wrongCode,
} from './emailLogins.mjs'
import { print, readFlags } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'

const siteOrigin = 'https://shop.example'
/** The site of the strangers, to tell their mails from those of the person. */
const strangeSite = 'https://strange.example'
const dayMs = 86_400_000
const concurrency = 50
const attemptsPerCode = 30
/** Guesses allowed for an account in a day, and their chance of success. */
const maxCodes = 10
const maxChance = 1e-5
const hourMs = 3_600_000
const projectNetworks = 17

const flags = readFlags({
  accounts: 1_000,
  guesses: 100,
  networks: 500,
  rounds: 100,
  parallel: 200,
  wrong: 1_000,
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
const project = await store.create({ name: 'Shop', allowedOrigins: [siteOrigin, strangeSite] })
const emails = createEmailLogins({ client, inbox, login, project, siteOrigin })
const { start, startSolved, verify, logIn, confirm, mailsTo, newCode, settleMails } = emails
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await login.stop()
  await Promise.all([inbox.stop(), database.stop()])
  await rm(folder, { recursive: true, force: true })
}

async function run() {
  const forget = () =>
    database.sql`with tries as (delete from login_tries) delete from login_streaks`
  const races = await race()
  const mails = await denyMails()
  await forget()
  const overload = await overloadProject(forget)
  await forget()
  const spray = await guess({ accounts: flags.accounts, guesses: flags.guesses })
  const control = await guess({ accounts: 5, guesses: 1_200, forget })
  print({
    'correct codes, each submitted at once': `${flags.rounds} × ${flags.parallel}`,
    'log-ins': races,
    'accounts attacked': flags.accounts,
    networks: flags.networks,
    'guesses in one day': spray.sent,
    checked: spray.looked,
    'most for one account': spray.most,
    'codes guessed': spray.right,
    'chance of success, for an account': spray.chance.toExponential(1),
    'control: most without the counters': control.most,
    'mails requested by strangers in a day': mails.requested,
    'mails sent to strangers': mails.sent,
    'session confirmations': `${mails.confirmed} of ${mails.rounds}`,
    'log-ins on the known device': `${mails.known} of ${mails.rounds}`,
    'control: mails to an unknown device': `${mails.unknown} of ${mails.rounds}`,
    'wrong guesses at the project': overload.wrong,
    'correct codes accepted afterwards': `${overload.right} of 4`,
    'proof of work for new visitors': overload.bits === undefined ? 'no' : `${overload.bits} bits`,
    'digits of their codes': overload.codeLength,
    'alarms in the metrics': overload.alarms,
    'control: proof of work after reset': overload.control === undefined ? 'no' : 'yes',
  })
  return (
    races === flags.rounds &&
    spray.most <= maxCodes &&
    spray.chance <= maxChance &&
    control.most > maxCodes &&
    mails.confirmed === mails.rounds &&
    mails.known === mails.rounds &&
    mails.unknown === 0 &&
    overload.right === 4 &&
    overload.alarms > 0 &&
    overload.control === undefined
  )
}

/** A person with an account, a known device and a session. */
async function newPerson(name) {
  const address = addressOf(name)
  const deviceKey = randomBytes(32).toString('hex')
  const { token } = await logIn(address, networkOf(0), { deviceKey })
  clock.advance(60_000)
  return { address, deviceKey, token }
}

async function denyMails() {
  const person = await newPerson('owner')
  const { address, deviceKey } = person
  const found = { requested: 0, sent: 0, rounds: 0, confirmed: 0, known: 0, unknown: 0 }
  const request = async () => {
    found.requested += 1
    await startSolved(address, newFrame(), networkOf(found.requested), { origin: strangeSite })
  }
  const sentToStrangers = async () => {
    await settleMails()
    return (await mailsTo(address, strangeSite)).length
  }
  for (let hour = 1; hour <= 23; hour += 1) {
    for (let turn = 0; turn < 10; turn += 1) {
      await request()
      clock.advance(31_000)
    }
    clock.advance(hourMs - 10 * 31_000)
    if (hour % 4 !== 0) continue
    found.rounds += 1
    const before = await sentToStrangers()
    await request()
    found.unknown += (await sentToStrangers()) - before
    if ((await confirm(person, networkOf(0))).until !== undefined) found.confirmed += 1
    const again = await logIn(address, networkOf(0), { deviceKey })
    if (again.token !== undefined) found.known += 1
  }
  found.sent = await sentToStrangers()
  return found
}

async function overloadProject(forget) {
  const person = await newPerson('regular')
  const early = { address: addressOf('early'), frame: newFrame() }
  const started = await start(early.address, early.frame, networkOf(0))
  const code = await newCode(early.address, 0)
  let wrong = 0
  for (let account = 0; wrong < flags.wrong && account < flags.wrong; account += 1) {
    const frame = newFrame()
    // Calls per network are limited, and the early code expires after ten minutes.
    clock.advance(1_000)
    // Uses many networks, so that the limit on started log-ins does not apply.
    const requested = await startSolved(addressOf(`many-${account}`), frame, networkOf(account))
    const network = networkOf(account % projectNetworks)
    for (let tries = 0; tries < 3 && wrong < flags.wrong; tries += 1) {
      const answer = await verify({
        flowId: requested.flowId,
        code: wrongCode(requested),
        frame,
        network,
      })
      if (answer.reason === 'code-wrong') wrong += 1
    }
  }
  const network = networkOf(400)
  const verified = await verify({ flowId: started.flowId, code, frame: early.frame, network })
  const rightCodes = [
    verified.token,
    (await confirm(person, network)).until,
    (await logIn(person.address, network, { deviceKey: person.deviceKey })).token,
    (await logIn(addressOf('visitor'), network)).token,
  ]
  const requested = await start(addressOf('next'), newFrame(), network)
  const solved = await startSolved(addressOf('next'), newFrame(), network)
  const metrics = await client.send(`${login.url}/metrics`, { method: 'GET', headers: {} })
  const alarms = /^latchkey_login_alarms_total\{event="project-under-load".*\} (\d+)$/m
  await forget()
  const control = await start(addressOf('control-next'), newFrame(), network)
  return {
    wrong,
    right: rightCodes.filter((answer) => answer !== undefined).length,
    bits: requested.bits,
    codeLength: solved.codeLength,
    alarms: Number(alarms.exec(metrics.body.toString())?.[1] ?? 0),
    control: control.bits,
  }
}

async function race() {
  let letIn = 0
  for (let round = 0; round < flags.rounds; round += 1) {
    const address = addressOf(`race-${round}`)
    const frame = newFrame()
    const { flowId } = await start(address, frame, networkOf(round))
    const code = await newCode(address, 0)
    // Uses a network for each call, so that no network limit applies.
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
  const found = { sent: 0, looked: 0, right: 0, most: 0, chance: 0 }
  const total = accounts * guesses
  const looked = new Map()
  const chances = new Map()
  let turn = 0
  const nextNetwork = () => {
    turn += 1
    return networkOf(turn % flags.networks)
  }
  const attack = async (account) => {
    const address = addressOf(`${forget ? 'control' : 'victim'}-${account}`)
    const frame = newFrame()
    const { flowId, codeLength } = await startSolved(address, frame, nextNetwork())
    if (flowId === undefined) return
    for (let tries = 0; tries < attemptsPerCode; tries += 1) {
      const code = randomCode(codeLength)
      const answer = await verify({ flowId, code, frame, network: nextNetwork() })
      found.sent += 1
      if (answer.token !== undefined) found.right += 1
      if (answer.token === undefined && answer.reason !== 'code-wrong') continue
      looked.set(address, (looked.get(address) ?? 0) + 1)
      chances.set(address, (chances.get(address) ?? 0) + 10 ** -codeLength)
    }
  }
  const steps = Math.ceil(total / attemptsPerCode / concurrency)
  for (let step = 0; step < steps; step += 1) {
    const first = step * concurrency
    await Promise.all(
      Array.from({ length: concurrency }, (_, at) => attack((first + at) % accounts)),
    )
    await forget?.()
    clock.advance(Math.floor(dayMs / steps) - 1)
  }
  for (const count of looked.values()) {
    found.looked += count
    found.most = Math.max(found.most, count)
  }
  found.chance = Math.max(0, ...chances.values())
  return found
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
