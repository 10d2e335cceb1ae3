import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { type Database, openDatabase } from './openDatabase.js'
import { inEveryProject, inProject } from './projectScope.js'

const roleName = randomUUID()
const signedInAccount = randomUUID()

let database: Database
beforeAll(async () => {
  database = await openTemporaryDatabase()
  await database.sql`insert into login_accounts (id, created_at) values (${roleName}, 1)`
  for (const id of ['mine', 'theirs', 'elsewhere']) {
    await database.sql`insert into projects values (${id}, 'Test', '{}', false, '[]', true, '{}')`
  }
  await inProject(
    database.sql,
    'elsewhere',
    (tx) => tx`
      insert into sign_in_accounts values
        (${signedInAccount}, 'elsewhere', 'eip155:1:0x', null, null, 1, 1, 1)`,
  )
})
afterAll(() => database?.stop())

/** A row of each table that belongs to projects; a new such table needs one here. */
const rowsByTable: Readonly<Record<string, () => Record<string, string | number>>> = {
  telemetry_events: () => ({
    event_id: randomUUID(),
    kind: 'track',
    event: 'TEST',
    domain: '',
    happened_at: '2020-01-01',
    received_at: '2020-01-01',
    properties: '{}',
  }),
  idempotent_calls: () => ({
    caller: '\\x00',
    key: randomUUID(),
    request: '\\x00',
    started_at: 1,
  }),
  login_sessions: () => ({
    id: randomUUID(),
    token_hash: `\\x${randomUUID().replaceAll('-', '')}`,
    origin: 'https://site.example',
    account_id: roleName,
    issuer: 'email',
    created_at: 1,
    last_used_at: 1,
    confirmed_at: 1,
    expires_at: 1,
  }),
  login_flows: () => ({
    id: randomUUID(),
    origin: 'https://site.example',
    purpose: 'login',
    method: 'email',
    binding: '\\x00',
    state: 'begun',
    details: '{}',
    created_at: 1,
    expires_at: 1,
  }),
  names: () => ({ name: randomUUID(), attributes: '{}', registered_at: 1, updated_at: 1 }),
  onramp_purchases: () => ({
    id: randomUUID(),
    state: 'open',
    chain: 'eip155:1',
    destination: '0x',
    asset: 'native',
    assets: '[]',
    payment_currency: 'USD',
    created_at: 1,
    updated_at: 1,
    expires_at: 1,
  }),
  exchange_payments: () => ({
    id: randomUUID(),
    state: 'open',
    chain: 'eip155:1',
    asset: 'native',
    recipient: '0x',
    units: 1,
    created_at: 1,
    updated_at: 1,
    expires_at: 1,
  }),
  onramp_orders: () => ({
    id: randomUUID(),
    provider: 'meld',
    status: 'open',
    chain: 'eip155:1',
    destination: '0x',
    name: 'USD Coin',
    symbol: 'USDC',
    currency: 'USD',
    polled_at: 1,
    created_at: 1,
    updated_at: 1,
  }),
  sign_in_nonces: () => ({ nonce: randomUUID(), expires_at: 1 }),
  sign_in_accounts: () => ({
    id: randomUUID(),
    account: `eip155:1:${randomUUID()}`,
    created_at: 1,
    updated_at: 1,
    last_signed_in_at: 1,
  }),
  sign_in_email_codes: () => ({
    id: randomUUID(),
    account: 'eip155:1:0x',
    email_digest: '\\x00',
    code_digest: '',
    expires_at: 1,
  }),
  sign_in_emails: () => ({ account: randomUUID(), email: 'ann@people.example', used_at: 1 }),
  sign_in_sessions: () => ({
    id: randomUUID(),
    account_id: signedInAccount,
    origin: 'https://site.example',
    uri: 'https://site.example',
    nonce: 'aaaaaaaa',
    refresh_hash: '\\x00',
    refreshed_at: 1,
    created_at: 1,
    expires_at: 1,
  }),
  sponsored_operations: () => ({
    chain: 'eip155:1',
    hash: randomUUID(),
    paymaster: '0x',
    policy: 'mint',
    sender: '0x',
    owner: '0x',
    nonce: 1,
    max_cost: 1,
    valid_until: 1,
    created_at: 1,
  }),
  sponsor_totals: () => ({
    policy: randomUUID(),
    chain: 'eip155:1',
    operations: 1,
    reverted: 0,
    spent: 1,
  }),
  sessions: () => ({
    pci: randomUUID(),
    account: 'eip155:1:0x',
    permissions: '[]',
    policies: '[]',
    created_at: 1,
    expiry: 1,
  }),
}
const tableNames = Object.keys(rowsByTable)

function insert(table: string, owner: string, as: string) {
  const row = { project_id: owner, ...rowsByTable[table]?.() }
  return inProject(database.sql, as, (tx) => tx`insert into ${tx(table)} ${tx(row)}`)
}

it('protects every table with rows of projects', async () => {
  const rows = await database.sql`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isGuarded"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'project_id' and c.relkind in ('r', 'p')`
  expect(rows.map(({ name }) => name).sort()).toEqual([...tableNames].sort())
  expect(rows.every(({ isGuarded }) => isGuarded)).toBe(true)
})

describe.each(tableNames)('%s', (table) => {
  beforeAll(async () => {
    for (const owner of ['mine', 'theirs']) await insert(table, owner, owner)
  })

  const owners = async (project?: string) => {
    const { sql } = database
    const rows =
      project === undefined
        ? await sql`select project_id from ${sql(table)}`
        : await inProject(sql, project, (tx) => tx`select project_id from ${tx(table)}`)
    return new Set(rows.map(({ project_id }) => project_id))
  }

  // Every project can look up names.
  const isPublic = table === 'names'

  it('shows a project only its own rows', async () => {
    const everyone = new Set(['mine', 'theirs'])
    expect(await owners('mine')).toEqual(isPublic ? everyone : new Set(['mine']))
    expect(await owners('theirs')).toEqual(isPublic ? everyone : new Set(['theirs']))
    expect(await owners()).toEqual(isPublic ? everyone : new Set())
    expect(await owners('')).toEqual(isPublic ? everyone : new Set())
  })

  it('rejects rows for another project', async () => {
    await expect(insert(table, 'theirs', 'mine')).rejects.toMatchObject({ code: '42501' })
    const { sql } = database
    const row = { project_id: 'theirs', ...rowsByTable[table]?.() }
    await expect(sql`insert into ${sql(table)} ${sql(row)}`).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('does not change or delete rows of another project', async () => {
    const { sql } = database
    const count = () =>
      inEveryProject(
        sql,
        (tx) =>
          tx`select project_id, count(*)::int from ${tx(table)} group by project_id order by 1`,
      )
    const before = await count()
    await expect(
      inProject(sql, 'mine', (tx) => tx`update ${tx(table)} set project_id = 'theirs'`),
    ).rejects.toMatchObject({ code: '42501' })
    await inProject(sql, 'mine', (tx) => tx`update ${tx(table)} set project_id = 'mine'`)
    await sql`delete from ${sql(table)}`
    expect(await count()).toEqual(before)
    const deleted = await inProject(sql, 'mine', (tx) => tx`delete from ${tx(table)}`)
    expect(deleted.count).toBe(1)
  })
})

it('applies to the next user of a connection', async () => {
  await insert('sessions', 'mine', 'mine')
  for (let count = 0; count < 30; count += 1) {
    await inProject(database.sql, 'mine', (tx) => tx`select 1`)
    expect(await database.sql`select * from sessions`).toEqual([])
  }
})

it('applies to a role that owns the tables', async () => {
  const superuser = postgres(database.url, { max: 1 })
  await superuser`create role keeper login password 'word'`
  await superuser`create database kept owner keeper`
  await superuser.end()
  const url = new URL(database.url)
  ;[url.username, url.password, url.pathname] = ['keeper', 'word', '/kept']
  const own = await openDatabase({ url: url.href })
  try {
    const row = { project_id: 'mine', ...rowsByTable.sessions?.() }
    await inProject(own.sql, 'mine', (tx) => tx`insert into sessions ${tx(row)}`)
    expect(await own.sql`select * from sessions`).toEqual([])
    expect(await inProject(own.sql, 'theirs', (tx) => tx`select * from sessions`)).toEqual([])
    expect(await inProject(own.sql, 'mine', (tx) => tx`select 1 from sessions`)).toHaveLength(1)
  } finally {
    await own.stop()
  }
})
