import { randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openFileKeyring } from '../keys/fileKeyring.js'
import type { Keyring } from '../keys/Keyring.js'
import { describeKeyring } from '../keys/keyring.contract.js'
import { createRemoteKeyring } from '../keys/remoteKeyring.js'
import type { LogLine } from '../log.js'
import type { TlsIdentity } from '../outbound/createOutbound.js'
import { close, listen } from '../serving/listen.js'
import { createManualClock } from '../testing/manualClock.js'
import { digestContext, openAuditLog } from './auditLog.js'
import { createCertificates } from './certificates.js'
import { type KeyHolderOptions, type RunningKeyHolder, startKeyHolder } from './startKeyHolder.js'

const hour = 3_600_000
const context = 'latchkey recovery share v1 account device'
const certificates = createCertificates({ names: ['127.0.0.1'], days: 2, now: Date.now() })
let root: string
let log: LogLine[] = []
const running: RunningKeyHolder[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-holder-'))
})
afterEach(async () => {
  for (const holder of running.splice(0)) await holder.stop()
  log = []
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function start(options: Partial<KeyHolderOptions> = {}): Promise<RunningKeyHolder> {
  const holder = await startKeyHolder({
    host: '127.0.0.1',
    port: 0,
    dataDir: join(root, randomUUID()),
    tls: certificates.keyHolder,
    opensPerHour: 1_000,
    metricsPort: 0,
    log: (line) => log.push(line),
    ...options,
  })
  running.push(holder)
  return holder
}

async function stop(holder: RunningKeyHolder): Promise<void> {
  running.splice(running.indexOf(holder), 1)
  await holder.stop()
}

const connectTo = ({ url }: RunningKeyHolder, tls: TlsIdentity = certificates.provider): Keyring =>
  createRemoteKeyring({ url, tls, timeoutMs: 60_000 })

async function readMetric({ metricsUrl }: RunningKeyHolder, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl ?? '')).text()
  const [, value] = new RegExp(`^latchkey_key_holder_${name} (\\d+)$`, 'm').exec(text) ?? []
  return Number(value)
}

describeKeyring('remote', async () => {
  const dataDir = join(root, randomUUID())
  const keyring = connectTo(await start({ dataDir }))
  return {
    keyring,
    async rotate() {
      await openFileKeyring(join(dataDir, 'recovery-keys.json')).rotate()
      return keyring
    },
  }
})

describe('the key holder and its clients', () => {
  it('rejects clients without a client certificate of its own CA', async () => {
    const holder = await start()
    const sealed = await connectTo(holder).seal(Buffer.from('share'), context)
    const foreign = createCertificates({ names: ['127.0.0.1'], days: 2, now: Date.now() })
    const { ca } = certificates.keyHolder
    const thieves: Record<string, TlsIdentity> = {
      'of another CA': { ...foreign.provider, ca },
      'of the key holder itself': certificates.keyHolder,
    }
    for (const [name, tls] of Object.entries(thieves)) {
      await expect(connectTo(holder, tls).open(sealed, context), name).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
    await expect(post(holder, '/v1/current', '{}', { ca })).rejects.toThrow()
    // A client retries once if the connection breaks before the response.
    expect(await readMetric(holder, 'refused_connections_total')).toBeGreaterThanOrEqual(3)
    expect(await readMetric(holder, 'opens_last_hour')).toBe(0)
  })

  it('rejects an expired certificate of its own CA', async () => {
    const old = createCertificates({ names: ['127.0.0.1'], days: 1, now: 0 })
    const holder = await start({ tls: { ...certificates.keyHolder, ca: old.keyHolder.ca } })
    const tls = { ...old.provider, ca: certificates.keyHolder.ca }
    await expect(connectTo(holder, tls).currentId()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is rejected by a client that trusts another CA or expects another name', async () => {
    const holder = await start()
    const { ca } = createCertificates({ names: ['127.0.0.1'], days: 2, now: Date.now() }).provider
    await expect(
      connectTo(holder, { ...certificates.provider, ca }).currentId(),
    ).rejects.toMatchObject({ code: 'unavailable' })
    const misnamed = createCertificates({ names: ['10.1.2.3'], days: 2, now: Date.now() })
    const other = await start({ tls: misnamed.keyHolder })
    await expect(connectTo(other, misnamed.provider).currentId()).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('responds to bad requests with an error and keeps serving', async () => {
    const holder = await start()
    const bodies = [
      '',
      'no json',
      '[]',
      '{"keyId":"x","box":"","context":"c"}',
      JSON.stringify({ plain: 'AA==', context: 'c'.repeat(257) }),
      JSON.stringify({ plain: 'A'.repeat(7_000), context: 'c' }),
      JSON.stringify({ plain: 'AA==', context: 'c', more: 1 }),
      'x'.repeat(100_000),
    ]
    for (const body of bodies) {
      for (const path of ['/v1/seal', '/v1/open', '/v1/reseal']) {
        expect(await post(holder, path, body)).toMatchObject({ status: 400 })
      }
    }
    expect(await post(holder, '/v1/rotate', '{}')).toMatchObject({ status: 400 })
    expect(await connectTo(holder).currentId()).toMatch(/^holder:[0-9a-f]{16}$/)
    expect(log).toEqual([])
  })

  it('closes a connection that never starts TLS', async () => {
    const holder = await start()
    const socket = connect(holder.port, '127.0.0.1')
    await new Promise((resolve) => socket.once('close', resolve))
  })
})

describe('the client', () => {
  it('reconnects after a restart of the key holder', async () => {
    const dataDir = join(root, randomUUID())
    const first = await start({ dataDir })
    const keyring = connectTo(first)
    const sealed = await keyring.seal(Buffer.from('share'), context)
    await stop(first)
    await start({ dataDir, port: first.port })
    expect((await keyring.open(sealed, context)).toString()).toBe('share')
  })

  it('times out on a server that never responds', async () => {
    const clock = createManualClock()
    const silent = createServer({ ...certificates.keyHolder }, () => {})
    const port = await listen(silent, 0, '127.0.0.1')
    const url = `https://127.0.0.1:${port}`
    const keyring = createRemoteKeyring({ url, tls: certificates.provider, clock })
    const requested = new Promise((resolve) => silent.once('request', resolve))
    const answer = expect(keyring.currentId()).rejects.toMatchObject({
      name: 'KeyringError',
      code: 'unavailable',
      cause: { code: 'too-slow' },
    })
    await requested
    clock.advance(3_000)
    await answer
    silent.closeAllConnections()
    await close(silent)
  })

  it.each([
    [200, 'no json', 'bad-response'],
    [200, '{}', 'bad-response'],
    [200, '{"keyId":"holder"}', 'bad-response'],
    [200, 'x'.repeat(100_000), 'bad-response'],
    [500, '<html>', 'unavailable'],
    [400, '{"error":"bad-request"}', 'bad-response'],
    [429, '{"error":"limited","retryAfterMs":-1}', 'bad-response'],
    [429, '{"error":"limited","retryAfterMs":1000}', 'limited'],
  ])('turns a %i with %.40s into the typed error %s', async (status, body, code) => {
    const strange = createServer({ ...certificates.keyHolder }, (_, response) => {
      response.writeHead(status).end(body)
    })
    const port = await listen(strange, 0, '127.0.0.1')
    const url = `https://127.0.0.1:${port}`
    const keyring = createRemoteKeyring({ url, tls: certificates.provider, timeoutMs: 60_000 })
    await expect(keyring.currentId()).rejects.toMatchObject({ name: 'KeyringError', code })
    strange.closeAllConnections()
    await close(strange)
  })
})

describe('the limit on opens', () => {
  it('limits opens per hour, also with a stolen certificate, and raises an alarm', async () => {
    const clock = createManualClock()
    const dataDir = join(root, randomUUID())
    const holder = await start({ dataDir, opensPerHour: 5, clock })
    const keyring = connectTo(holder)
    const shares = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        keyring.seal(randomBytes(44), `${context} ${index}`),
      ),
    )
    const openAll = async (from: Keyring) => {
      const ended = await Promise.allSettled(
        shares.map((sealed, index) => from.open(sealed, `${context} ${index}`)),
      )
      return ended.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await openAll(keyring)).toBe(5)
    expect(log).toEqual([{ level: 'error', event: 'open-limit-reached', count: 5 }])
    expect(await readMetric(holder, 'opens_limited_total')).toBe(45)
    expect(await readMetric(holder, 'opens_last_hour')).toBe(5)

    // A restart does not reset the limit.
    await stop(holder)
    const next = await start({ dataDir, opensPerHour: 5, clock })
    expect(await openAll(connectTo(next))).toBe(0)
    clock.advance(hour - 1)
    await expect(
      connectTo(next).open(shares[0] as (typeof shares)[0], `${context} 0`),
    ).rejects.toMatchObject({ code: 'limited', retryAfterMs: 1 })
    clock.advance(1)
    expect(await openAll(connectTo(next))).toBe(5)
  })

  it('keeps one account from using up the limit of all', async () => {
    const clock = createManualClock()
    const dataDir = join(root, randomUUID())
    const holder = await start({ dataDir, opensPerHour: 20, clock })
    const keyring = connectTo(holder)
    const [mine, theirs] = [
      await keyring.seal(Buffer.from('mine'), context),
      await keyring.seal(Buffer.from('theirs'), `${context}2`),
    ]
    const openMany = async (from: Keyring) => {
      const tries = Array.from({ length: 30 }, () => from.open(mine, context))
      const ended = await Promise.allSettled(tries)
      return ended.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await openMany(keyring)).toBe(5)
    expect((await keyring.open(theirs, `${context}2`)).toString()).toBe('theirs')
    expect(await readMetric(holder, 'opens_last_hour')).toBe(6)
    expect(log).toEqual([])
    await stop(holder)
    const next = connectTo(await start({ dataDir, opensPerHour: 20, clock }))
    expect(await openMany(next)).toBe(0)
    clock.advance(hour)
    expect(await openMany(next)).toBe(5)
  })

  it('counts failed opens, but no other calls', async () => {
    const holder = await start({ opensPerHour: 2 })
    const keyring = connectTo(holder)
    const sealed = await keyring.seal(Buffer.from('share'), context)
    for (let time = 0; time < 10; time += 1) await keyring.reseal(sealed, context)
    await expect(keyring.open(sealed, 'another')).rejects.toMatchObject({ code: 'not-authentic' })
    expect((await keyring.open(sealed, context)).toString()).toBe('share')
    await expect(keyring.open(sealed, context)).rejects.toMatchObject({ code: 'limited' })
  })
})

describe('the audit log', () => {
  it('contains every open by time, digest and client, and is append-only', async () => {
    const clock = createManualClock()
    const dataDir = join(root, randomUUID())
    const path = join(dataDir, 'audit.log')
    const holder = await start({ dataDir, clock })
    const keyring = connectTo(holder)
    const sealed = await keyring.seal(Buffer.from('share'), context)
    await keyring.open(sealed, context)
    const first = readFileSync(path, 'utf8')
    clock.advance(1_000)
    await expect(keyring.open(sealed, 'another')).rejects.toMatchObject({ code: 'not-authentic' })
    await stop(holder)
    const next = await start({ dataDir, clock })
    await connectTo(next).open(sealed, context)
    const text = readFileSync(path, 'utf8')
    expect(text.startsWith(first)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const client = new X509Certificate(certificates.provider.cert).fingerprint256
      .replaceAll(':', '')
      .toLowerCase()
    const key = sealed.keyId.replace('holder:', '')
    const entry = (about: string, result: string, at: number) => ({
      time: new Date(at).toISOString(),
      context: digestContext(about),
      key,
      client,
      result,
    })
    const start0 = clock.now() - 1_000
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      entry(context, 'opened', start0),
      entry('another', 'refused', clock.now()),
      entry(context, 'opened', clock.now()),
    ])
    expect(text).not.toContain('account')
  })

  it('is required: without it no share is released', async () => {
    const full = openAuditLog(join(root, randomUUID()))
    const record = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    const holder = await start({ audit: { ...full, record } })
    const keyring = connectTo(holder)
    const sealed = await keyring.seal(Buffer.from('share'), context)
    await expect(keyring.open(sealed, context)).rejects.toMatchObject({ code: 'unavailable' })
    expect(log).toEqual([{ level: 'error', event: 'audit-failed', reason: 'Error ENOSPC' }])
  })
})

it('does not start twice on one directory', async () => {
  const dataDir = join(root, randomUUID())
  await start({ dataDir })
  await expect(start({ dataDir })).rejects.toMatchObject({ code: 'data-directory-in-use' })
})

it('creates certificates for one use each', () => {
  const names = ['keys.internal', '127.0.0.1', '2001:db8::1']
  const now = Date.parse('2026-01-01T00:00:00Z')
  const made = createCertificates({ names, days: 825, now })
  const [ca, holder, provider] = [made.keyHolder.ca, made.keyHolder.cert, made.provider.cert].map(
    (pem) => new X509Certificate(pem),
  ) as [X509Certificate, X509Certificate, X509Certificate]
  expect(ca.ca).toBe(true)
  for (const one of [holder, provider]) {
    expect(one.ca).toBe(false)
    expect(one.checkIssued(ca)).toBe(true)
    expect(one.verify(ca.publicKey)).toBe(true)
    expect(Date.parse(one.validTo)).toBe(now + 825 * 86_400_000)
  }
  expect(holder.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(provider.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(holder.checkHost('keys.internal')).toBe('keys.internal')
  for (const ip of ['127.0.0.1', '2001:db8::1']) expect(holder.checkIP(ip)).toBe(ip)
  expect(holder.checkHost('other.internal')).toBeUndefined()
  const late = createCertificates({ names, days: 36_500, now })
  expect(Date.parse(new X509Certificate(late.keyHolder.cert).validTo)).toBe(
    now + 36_500 * 86_400_000,
  )
})

function post(
  { url }: RunningKeyHolder,
  path: string,
  body: string,
  tls: Partial<TlsIdentity> = certificates.provider,
): Promise<{ readonly status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { ...tls, method: 'POST', agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
