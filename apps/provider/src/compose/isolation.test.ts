import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalEvm, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { revocationMessage } from '@latchkey/wire/http/sessions'
import { signInFeature } from '@latchkey/wire/http/signIn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTokenKeys } from '../keys/tokenKeys.js'
import type { Project } from '../projects/Project.js'
import type { Database } from '../store/openDatabase.js'
import { inEveryProject, inProject } from '../store/projectScope.js'
import { createProjectStore } from '../store/projects.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { type RunningApi, startApi } from './startApi.js'

/** Part of all data of a project; no response to another project may contain it. */
const canaryText = 'canary-7f3a'
const sessionId = randomUUID()
const signInId = randomUUID()
const purchaseId = 'c'.repeat(32)

let chain: LocalEvm
let database: Database
let api: RunningApi
let mine: Project
let theirs: Project

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startLocalEvm({ chainId: 1 }), openTemporaryDatabase()])
  const store = createProjectStore(database.sql)
  const create = async (name: string, site: string) => {
    const { id } = await store.create({ name, allowedOrigins: [site] })
    const features = [
      { id: signInFeature, isEnabled: true, config: [] },
      ...(name === canaryText ? [{ id: canaryText, isEnabled: true, config: [canaryText] }] : []),
    ]
    return store.change(id, { isAnalyticsEnabled: true, features })
  }
  mine = await create('Mine', 'https://mine.example')
  theirs = await create(canaryText, `https://${canaryText}.example`)
  api = await startApi({
    port: 0,
    database,
    chains: [chain.settings],
    signInKeys: openTokenKeys(join(mkdtempSync(join(tmpdir(), 'latchkey-keys-')), 'keys.json')),
    onramp: { driver: 'sandbox', chains: ['eip155:1'], treasuryKey: chain.faucet.privateKey },
    pay: { driver: 'sandbox', chains: ['eip155:1'], treasuryKey: chain.faucet.privateKey },
  })
  await inProject(database.sql, theirs.id, async (tx) => {
    const [now, later] = [Math.floor(Date.now() / 1_000), Math.floor(Date.now() / 1_000) + 9_999]
    await tx`
      insert into sessions values (${sessionId}, ${theirs.id}, ${account()},
        ${tx.json([{ type: canaryText, data: {} }])}, '[]', ${canaryText}, ${now}, ${later}, null)`
    await tx`
      insert into sign_in_accounts
      values (${signInId}, ${theirs.id}, ${account()}, null, ${tx.json({ canaryText })}, 1, 1, 1)`
    await tx`
      insert into sign_in_sessions
      values (${signInId}, ${theirs.id}, ${signInId}, ${`https://${canaryText}.example`},
        ${canaryText}, ${canaryText}, '', null, null, 1, 1, ${Date.now() + 9_999_999},
        ${canaryText})`
    await tx`
      insert into sign_in_emails
      values (${theirs.id}, ${account()}, ${`${canaryText}@people.example`}, ${Date.now()})`
    await tx`
      insert into onramp_purchases
        (id, project_id, state, chain, destination, asset, assets, payment_currency, paid_at, hash,
         subtotal, fee, network_fee, units, quote_id, sender, nonce, signed,
         created_at, updated_at, expires_at)
      values (${purchaseId}, ${theirs.id}, 'delivered', 'eip155:1', ${address()}, 'native',
        '["native"]', 'USD', ${Date.now()}, ${canaryText}, 5000, 0, 0, 1, ${canaryText}, '0x', 0, '0x',
        ${Date.now()}, ${Date.now()}, ${Date.now() + 9_999_999})`
    await tx`
      insert into exchange_payments
        (id, project_id, state, chain, asset, recipient, units, created_at, updated_at, expires_at)
      values (${purchaseId}, ${theirs.id}, 'open', 'eip155:1', 'native', ${address()}, 1,
        ${Date.now()}, ${Date.now()}, ${Date.now() + 9_999_999})`
  })
})
afterAll(async () => {
  await api?.stop()
  await Promise.all([chain?.stop(), database?.stop()])
})

const person = () => {
  const [first] = chain.accounts
  if (!first) throw new Error('The chain has no accounts.')
  return first
}
const address = () => person().address
const account = () => `eip155:1:${address()}`

async function request(project: Project, method: string, path: string, body?: object) {
  const url = new URL(path, api.url)
  url.searchParams.set('projectId', project.id)
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** All rows of the other project. */
async function rowsOfTheirs(): Promise<unknown> {
  return inEveryProject(database.sql, async (tx) => {
    const found: Record<string, unknown> = {}
    for (const table of [
      'sessions',
      'onramp_purchases',
      'onramp_orders',
      'exchange_payments',
      'telemetry_events',
      'names',
      'idempotent_calls',
      'sign_in_accounts',
      'sponsored_operations',
      'sponsor_totals',
      'sign_in_sessions',
      'sign_in_emails',
    ]) {
      found[table] = await tx`
        select * from ${tx(table)} where project_id = ${theirs.id} order by 1, 2`
    }
    found.projects = await tx`select * from projects where id = ${theirs.id}`
    return found
  })
}

const event = () => ({
  eventId: randomUUID(),
  domain: '',
  timestamp: Date.now(),
  props: { type: 'track', event: 'OPEN', properties: { view: 'Connect' } },
})

describe('data of a project', () => {
  it('is readable by the project itself', async () => {
    for (const path of [
      `/v1/sessions/${account()}`,
      `/v1/account/${address()}/history?chainId=eip155:1&onramp=meld`,
      '/appkit/v1/config',
      '/projects/v1/origins',
    ]) {
      const { status, text } = await request(theirs, 'GET', path)
      expect(status, text).toBe(200)
      expect(text, path).toContain(canaryText)
    }
    expect(await request(theirs, 'POST', '/e', event())).toMatchObject({ status: 200 })
    expect(await request(theirs, 'POST', '/batch', [event()])).toMatchObject({ status: 200 })
    const { telemetry_events: events } = (await rowsOfTheirs()) as { telemetry_events: unknown[] }
    expect(events).toHaveLength(2)
  })

  it('cannot be read or changed by another project on any route', async () => {
    const before = await rowsOfTheirs()
    const { paths } = JSON.parse((await request(mine, 'GET', '/openapi.json')).text) as {
      paths: Record<string, Record<string, unknown>>
    }
    const ids = [theirs.id, sessionId, purchaseId, account(), address(), canaryText]
    const signature = await person().signMessage({
      message: revocationMessage({
        pci: sessionId,
        account: account() as `eip155:1:${string}`,
        projectId: theirs.id,
      }),
    })
    let requestCount = 0
    for (const [path, methods] of Object.entries(paths)) {
      // Purchase pages need only the id, and no project.
      if (path.startsWith('/onramp/') || path.startsWith('/pay/')) continue
      for (const method of Object.keys(methods)) {
        for (const id of ids) {
          const at = path.replaceAll(/\{\w+\}/g, id)
          const query = `chainId=eip155:1&onramp=meld&include=${id}&search=${id}`
          const body = {
            projectId: theirs.id,
            project_id: theirs.id,
            account: account(),
            pci: sessionId,
            signature,
            destinationWallets: [{ address: address() }],
            partnerUserId: theirs.id,
            eventId: randomUUID(),
          }
          const sent = method === 'post' ? (path === '/batch' ? [event()] : body) : undefined
          const { status, text } = await request(mine, method.toUpperCase(), `${at}?${query}`, sent)
          expect(status, `${method} ${at}: ${text}`).not.toBe(500)
          expect(text.replaceAll(id, ''), `${method} ${at}`).not.toContain(canaryText)
          requestCount += 1
        }
      }
    }
    expect(requestCount).toBeGreaterThan(150)
    const revoked = await request(mine, 'POST', `/v1/sessions/${account()}/revoke`, {
      pci: sessionId,
      signature,
    })
    expect(revoked.status).toBe(400)
    expect(await rowsOfTheirs()).toEqual(before)
  })
})
