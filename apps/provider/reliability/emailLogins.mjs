import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hasLeadingZeroBits, workMessage } from '@latchkey/wire/login/work'
import { sleep } from './figures.mjs'

const mailTimeoutMs = 20_000

/** Log-ins by email over HTTP, from any network, at a login site whose mails arrive in `inbox`. */
export function createEmailLogins({ client, inbox, login, project, siteOrigin }) {
  return { start, startSolved, verify, logIn, confirm, mailsTo, newCode, settleMails }

  function start(email, { binding }, network, more = {}) {
    return call('/api/email/start', { email, binding, origin: siteOrigin, ...more }, network)
  }

  /** Does the proof of work if the project requires it. */
  async function startSolved(email, frame, network, more = {}) {
    const requested = await start(email, frame, network, more)
    if (requested.action !== 'PROVE_WORK') return requested
    return start(email, frame, network, { ...more, work: solve(requested) })
  }

  function verify({ flowId, code, frame: { secret }, network }) {
    return call('/api/email/verify', { flowId, secret, code }, network)
  }

  /** Logs in; returns no token if no mail came. */
  async function logIn(address, network, more = {}) {
    const frame = newFrame()
    const before = (await mailsTo(address, siteOrigin)).length
    const { flowId } = await startSolved(address, frame, network, more)
    if (flowId === undefined) return {}
    const code = await newCode(address, before)
    return verify({ flowId, code, frame, network })
  }

  async function confirm({ address, token }, network) {
    const frame = newFrame()
    const before = (await mailsTo(address, siteOrigin)).length
    const binding = { binding: frame.binding }
    const { flowId } = await call('/api/email/confirm/start', binding, network, token)
    if (flowId === undefined) return {}
    const code = await newCode(address, before)
    return call('/api/email/confirm', { flowId, secret: frame.secret, code }, network, token)
  }

  /** The response of the site, or `reason`. */
  async function call(path, body, network, token) {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      origin: login.url,
      'x-project-id': project.id,
      'x-site-origin': siteOrigin,
      'x-forwarded-for': network,
    }
    const send = () =>
      client.send(`${login.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    // A keep-alive connection can close just when it is used; the request was not received.
    const answer = await send().catch(send)
    const read = JSON.parse(answer.body.toString())
    return answer.status === 200 ? read : { reason: read.reasons?.[0]?.field }
  }

  /** Mails about one site, newest first. */
  async function mailsTo(address, site) {
    const found = await fetch(new URL(`/messages?to=${encodeURIComponent(address)}`, inbox.url))
    const { messages } = await found.json()
    return messages.filter(({ subject }) => subject.includes(new URL(site).host))
  }

  async function newCode(address, before) {
    const end = performance.now() + mailTimeoutMs
    while (performance.now() < end) {
      const mails = await mailsTo(address, siteOrigin)
      if (mails.length > before) return mails[0].code
      await sleep(5)
    }
    throw new Error('A mail that was announced did not come.')
  }

  /** Waits for one more mail: all earlier mails have then arrived. */
  async function settleMails() {
    const last = addressOf(`last-${randomBytes(8).toString('hex')}`)
    await startSolved(last, newFrame(), networkOf(0))
    await newCode(last, 0)
  }
}

function solve({ challenge, bits }) {
  const hash = (data) => createHash('sha256').update(data).digest()
  const seed = hash(challenge)
  let nonce = 0
  while (!hasLeadingZeroBits(hash(workMessage(seed, nonce)), bits)) nonce += 1
  return { challenge, nonce }
}

export function randomCode(codeLength) {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
}

/** A code that is almost certainly wrong. */
export function wrongCode({ codeLength = 6 }) {
  return '0'.repeat(codeLength)
}

/** The secret of a frame, and the digest it sends first. */
export function newFrame() {
  const secret = randomBytes(32)
  const binding = createHash('sha256').update(secret).digest('hex')
  return { secret: secret.toString('hex'), binding }
}

export function addressOf(name) {
  return `${name}@people.example`
}

/** Neighbours share their limits, so each network is in another block. */
export function networkOf(number) {
  return `${11 + Math.floor(number / 250)}.${number % 250}.7.7`
}
