import { randomUUID } from 'node:crypto'
import type { AccountId } from '@latchkey/wire/caip'
import { revocationMessage } from '@latchkey/wire/http/sessions'
import { encodeContext, hashPermission, parseContext } from '@latchkey/wire/login/permissions'
import { accountContracts, accountCreationCode } from '@latchkey/wire/login/smartAccount'
import {
  getContractAddress,
  type Hex,
  hashMessage,
  numberToHex,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, creationOf } from '../../../reliability/smartAccountClient.mjs'
import { grantPermission } from '../../bundler/permission.fixture.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createSessions } from '../../sources/sessions/createSessions.js'
import { createSignatures } from '../../sources/signatures/createSignatures.js'
import { type Database, openDatabase } from '../../store/openDatabase.js'
import { createTestApi, type TestApi, testProject } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { sessionRoutes } from './index.js'

const otherProject = { ...testProject, id: 'other-project', name: 'Other' }
const daySeconds = 86_400
const clock = createManualClock()
const permissions = [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1' } }]

let local: Awaited<ReturnType<typeof startLocalChain>>
let database: Database
let second: Database
let api: TestApi
let otherApi: TestApi
let dead: TestApi

beforeAll(async () => {
  ;[local, database] = await Promise.all([startLocalChain(), openTemporaryDatabase()])
  second = await openDatabase({ url: database.url })
  const start = (nodes: typeof local.nodes, { sql } = database) =>
    createTestApi({
      routes: sessionRoutes({
        sessions: createSessions({ sql, clock, signatures: createSignatures(nodes) }),
      }),
      others: [otherProject],
    })
  api = start(local.nodes)
  otherApi = start(local.nodes, second)
  dead = start(local.deadNodes)
})

afterAll(() => Promise.all([local?.stop(), database?.stop(), second?.stop()]))

const now = () => Math.floor(clock.now() / 1_000)
const idOf = ({ address }: Pick<Account, 'address'>): AccountId => `eip155:1:${address}`
const pathOf = (account: string) => `/v1/sessions/${encodeURIComponent(account)}`

/** A smart account that is not deployed. */
function createAccount(
  version: 1 | 2 = 2,
  owner = privateKeyToAccount(generatePrivateKey()),
): Account {
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: accountContracts[version].factory,
    salt: zeroHash,
    bytecode: accountCreationCode(owner.address, version),
  })
  return { owner, address, salt: 0n, version }
}

async function bodyOf(account: Account, expiry = now() + daySeconds) {
  const grant = await grantPermission(account, {
    validUntil: expiry,
    salt: numberToHex(BigInt(Math.trunc(Math.random() * 2 ** 48)), { size: 32 }),
  })
  return { context: grant.context, permissions, policies: [], expiry }
}

async function create(account: Account, projectId = testProject.id) {
  const answer = await api.post(pathOf(idOf(account)), await bodyOf(account), { projectId })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.pci as string
}

const list = async (account: Account, projectId = testProject.id) =>
  (await api.get(pathOf(idOf(account)), { projectId })).json.pcis

/** The owner's signature as the account verifies it, also before it is deployed. */
async function sign(
  account: Account,
  pci: string,
  {
    projectId = testProject.id,
    signer = account.owner,
    at = clock.now(),
    alterAt,
  }: {
    readonly projectId?: string
    readonly signer?: PrivateKeyAccount
    readonly at?: number
    /** The digit of the owner's signature to change. */
    readonly alterAt?: number
  } = {},
): Promise<Hex> {
  const expiresAt = (Math.floor(at / 300_000) + 2) * 300_000
  const message = revocationMessage({ pci, account: idOf(account), projectId, expiresAt })
  const signature = await signer.signTypedData({
    domain: {
      name: 'Latchkey Account',
      version: '2',
      chainId: 1,
      verifyingContract: account.address,
    },
    types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'AccountMessage',
    message: { hash: hashMessage(message) },
  })
  const { factory, factoryData } = creationOf(account)
  return serializeErc6492Signature({
    address: factory,
    data: factoryData,
    signature: alterAt === undefined ? signature : alterDigit(signature, alterAt),
  })
}

function revoke(account: string, pci: string, signature: string, projectId = testProject.id) {
  return api.post(`${pathOf(account)}/revoke`, { pci, signature }, { projectId })
}

describe('a permission', () => {
  it('is stored with the signature of the owner, and listed for its account and project', async () => {
    const account = createAccount()
    const body = await bodyOf(account)
    // In the shape of the reference: an account in lower case, and the same request again.
    const answers = await Promise.all([
      api.post(pathOf(idOf(account).toLowerCase()), body),
      otherApi.post(pathOf(idOf(account)), body),
      api.post(pathOf(idOf(account)), body),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const ids = new Set(answers.map(({ json }) => json.pci))
    expect(ids.size).toBe(1)
    const [pci] = ids
    expect(pci).toMatch(/^[0-9a-f-]{36}$/)
    await create(account, otherProject.id)
    await create(createAccount())
    expect(await list(account)).toEqual([
      {
        project: { id: testProject.id, name: testProject.name },
        pci,
        expiry: body.expiry,
        createdAt: now(),
        permissions,
        policies: [],
        context: body.context,
        revokedAt: null,
      },
    ])
    expect((await list(account, otherProject.id))[0].pci).not.toBe(pci)
  })

  it('is stored for a deployed account too', async () => {
    const account = createAccount()
    const { factory, factoryData } = creationOf(account)
    await local.send(local.account(0), { to: factory, data: factoryData })
    await create(account)
  })

  it('is not stored unless the owner signed just this', async () => {
    const account = createAccount()
    const good = await bodyOf(account)
    const context = parseContext(good.context)
    if (!context) throw new Error('no context')
    const changed = (changes: Partial<typeof context>) => ({
      ...good,
      context: encodeContext({ ...context, ...changes }),
    })
    const { permission } = context
    const stranger = privateKeyToAccount(generatePrivateKey())
    const forged = await stranger.sign({ hash: hashPermission(permission, account.address, 1) })
    const elsewhere = await grantPermission(account, { validUntil: good.expiry }, 8453)
    const first = createAccount(1, account.owner)
    const ofFirst = await grantPermission(first, { validUntil: good.expiry })
    const flipped = flip(context.signature)
    const cases: [string, object, number, string][] = [
      ['another signer', changed({ signature: forged }), 401, 'context'],
      [
        'a wider permission',
        changed({ permission: { ...permission, maxCalls: 2_000 } }),
        401,
        'context',
      ],
      [
        'another key',
        changed({ permission: { ...permission, key: `0x${'11'.repeat(20)}` } }),
        401,
        'context',
      ],
      ['the other form of the signature', changed({ signature: flipped }), 401, 'context'],
      ['another chain in the context', { ...good, context: elsewhere.context }, 400, 'context'],
      ['another chain in the name only', changed({ chainId: 8453 }), 400, 'context'],
      ['another account', changed({ account: createAccount().address }), 400, 'context'],
      ['another factory', changed({ factory: stranger.address }), 400, 'context'],
      [
        'another owner in the factory data',
        changed({ factoryData: creationOf(createAccount()).factoryData }),
        400,
        'context',
      ],
      ['another time', { ...good, expiry: good.expiry - 1 }, 400, 'expiry'],
      ['a time that is over', await bodyOf(account, now()), 400, 'expiry'],
      ['more than thirty days', await bodyOf(account, now() + 31 * daySeconds), 400, 'expiry'],
      ['nothing', { ...good, permissions: [] }, 400, 'permissions'],
      ['no context', { ...good, context: '0x' }, 400, 'context'],
      ['more after the context', { ...good, context: `${good.context}00` }, 400, 'context'],
      ['a version that has no permissions', { ...good, context: ofFirst.context }, 400, 'context'],
    ]
    for (const [name, body, status, field] of cases) {
      const path = name.startsWith('a version') ? pathOf(idOf(first)) : pathOf(idOf(account))
      const answer = await api.post(path, body)
      expect([answer.status, answer.reasons[0]?.field], name).toEqual([status, field])
    }
    const solana =
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    expect((await api.post(pathOf(solana), good)).status).toBe(400)
    expect(await list(account)).toEqual([])
    expect((await api.post(pathOf(idOf(account)), good)).status).toBe(200)
  })

  it('is not stored again once it was revoked', async () => {
    const account = createAccount()
    const body = await bodyOf(account)
    const { pci } = (await api.post(pathOf(idOf(account)), body)).json
    expect((await revoke(idOf(account), pci, await sign(account, pci))).status).toBe(200)
    const again = await api.post(pathOf(idOf(account)), body)
    expect([again.status, again.reasons[0]?.field]).toEqual([400, 'context'])
    expect((await list(account))[0].revokedAt).toBe(now())
  })

  it('is one of at most 255 of an account', async () => {
    const account = createAccount()
    const bodies = await Promise.all([...Array(256)].map(() => bodyOf(account)))
    for (const body of bodies.slice(0, 255)) {
      expect((await api.post(pathOf(idOf(account)), body)).status).toBe(200)
    }
    const last = await api.post(pathOf(idOf(account)), bodies[255])
    expect([last.status, last.reasons[0]?.field]).toEqual([400, 'account'])
  })
})

describe('a revocation', () => {
  it('counts once, with the signature of the account', async () => {
    const account = createAccount()
    const pci = await create(account)
    const signature = await sign(account, pci)
    const answer = await revoke(idOf(account).toLowerCase(), pci, signature)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await list(account))[0].revokedAt).toBe(now())
    const again = await revoke(idOf(account), pci, signature)
    expect([again.status, again.reasons[0]?.field]).toEqual([400, 'pci'])
  })

  it('counts for a deployed account', async () => {
    const account = createAccount()
    const { factory, factoryData } = creationOf(account)
    await local.send(local.account(0), { to: factory, data: factoryData })
    const pci = await create(account)
    expect((await revoke(idOf(account), pci, await sign(account, pci))).status).toBe(200)
  })

  it('counts for five to ten minutes', async () => {
    const account = createAccount()
    for (const [age, status] of [
      [-5 * 60_000, 200],
      [4 * 60_000, 200],
      [10 * 60_000, 401],
      [-11 * 60_000, 401],
    ] as const) {
      const pci = await create(account)
      const signature = await sign(account, pci, { at: clock.now() - age })
      expect((await revoke(idOf(account), pci, signature)).status, `${age}`).toBe(status)
    }
  })

  it('does not count with the signature for another permission, account, project or text', async () => {
    const account = createAccount()
    const other = createAccount()
    const [pci, sibling] = [await create(account), await create(account)]
    for (const signature of [
      await sign(account, pci, { signer: other.owner }),
      await sign(other, pci),
      await sign(account, sibling),
      await sign(account, pci, { projectId: otherProject.id }),
      await account.owner.signMessage({ message: `Revoke a permission.\n\nPermission: ${pci}` }),
      `0x${'22'.repeat(65)}`,
    ]) {
      const answer = await revoke(idOf(account), pci, signature)
      expect([answer.status, answer.reasons[0]?.field]).toEqual([401, 'signature'])
    }
    const good = await sign(account, pci)
    expect((await revoke(idOf(account), pci, good, otherProject.id)).status).toBe(400)
    expect((await revoke(idOf(other), pci, good)).status).toBe(400)
    const revokedAt = (await list(account)).map((one: { revokedAt: unknown }) => one.revokedAt)
    expect(revokedAt).toEqual([null, null])
  })

  it('counts for none of 200 altered or repeated requests', async () => {
    const [account, other] = [createAccount(), createAccount()]
    const [pci, sibling] = [await create(account), await create(account)]
    const signature = await sign(account, pci)
    const hourAgo = clock.now() - 3_600_000
    const requests = [...Array(40)].flatMap((_, at) => [
      async () => revoke(idOf(account), pci, await sign(account, pci, { alterAt: at * 3 })),
      () => revoke(idOf(account), sibling, signature),
      () => revoke(idOf(other), pci, signature),
      () => revoke(idOf(account), pci, signature, otherProject.id),
      async () =>
        revoke(idOf(account), pci, await sign(account, pci, { at: hourAgo - at * 300_000 })),
    ])
    const statuses = []
    for (const request of requests) statuses.push((await request()).status)
    expect(statuses).toHaveLength(200)
    expect(statuses.filter((status) => status === 400 || status === 401)).toHaveLength(200)
    expect((await revoke(idOf(account), pci, signature)).status).toBe(200)
    expect((await revoke(idOf(account), pci, signature)).status).toBe(400)
  })

  it('is rejected when unknown, expired or malformed', async () => {
    const account = createAccount()
    const unknown = randomUUID()
    expect((await revoke(idOf(account), unknown, await sign(account, unknown))).status).toBe(400)
    const brief = (await api.post(pathOf(idOf(account)), await bodyOf(account, now() + 10))).json
      .pci
    const signature = await sign(account, brief)
    clock.advance(10_000)
    expect((await revoke(idOf(account), brief, signature)).status).toBe(400)
    expect((await revoke(idOf(account), 'not-an-id', signature)).status).toBe(400)
    expect((await revoke('eip155:1', brief, signature)).status).toBe(400)
  })

  it('waits for the chain', async () => {
    const account = createAccount()
    const pci = await create(account)
    const signature = await sign(account, pci)
    const answer = await dead.post(`${pathOf(idOf(account))}/revoke`, { pci, signature })
    expect(answer.status).toBe(503)
    expect((await revoke(idOf(account), pci, signature)).status).toBe(200)
  })
})

function alterDigit(signature: Hex, at: number): Hex {
  const index = 2 + at
  const digit = signature[index] === '0' ? '1' : '0'
  return `${signature.slice(0, index)}${digit}${signature.slice(index + 1)}` as Hex
}

/** The second form of a signature, which is valid to `ecrecover` too. */
function flip(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}
