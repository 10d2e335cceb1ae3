import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import type { testAccounts } from '@latchkey/dev-stack/testAccounts'
import {
  createPublicClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  namehash,
  parseAbi,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../../api/createApi.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createCcipGateway } from '../../sources/names/ccipGateway.js'
import { createNames } from '../../sources/names/createNames.js'
import { createEnsNames } from '../../sources/names/ensNames.js'
import { developmentZones } from '../../sources/names/zones.js'
import { createContractAccount } from '../../sources/signatures/contractAccount.fixture.js'
import { createSignatures } from '../../sources/signatures/createSignatures.js'
import type { Database } from '../../store/openDatabase.js'
import { inEveryProject } from '../../store/projectScope.js'
import { createTestApi, type TestApi, testOrigin } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { profileRawRoutes, profileRoutes } from './index.js'

const clock = createManualClock(Date.now())
const gatewayKey = generatePrivateKey()

let local: Awaited<ReturnType<typeof startLocalChain>>
let database: Database
let api: TestApi
let dead: TestApi
let server: Server
let app: ReturnType<typeof createApi>['app'] | undefined

beforeAll(async () => {
  server = createServer(
    getRequestListener(async (request) => app?.fetch(request) ?? new Response()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ccip`
  const [chain, opened] = await Promise.all([
    startLocalChain({
      zone: {
        zone: 'reown.id',
        gatewayUrl: `${gatewayUrl}/{sender}/{data}.json`,
        signer: privateKeyToAccount(gatewayKey).address,
      },
    }),
    openTemporaryDatabase(),
  ])
  local = chain
  database = opened
  const routes = routesOver(local.nodes)
  api = createTestApi(routes)
  dead = createTestApi(routesOver(local.deadNodes))
  app = createApi({
    ...routes,
    publicUrl: gatewayUrl,
    projects: { find: async () => undefined, findByOrigin: async () => undefined },
  }).app
})

afterAll(async () => {
  server?.close()
  await Promise.all([local?.stop(), database?.stop()])
})

function routesOver(nodes: typeof local.nodes) {
  const names = createNames({
    sql: database.sql,
    clock,
    nodes,
    signatures: createSignatures(nodes),
    zones: developmentZones,
  })
  const parts = {
    names,
    ensNames: createEnsNames(nodes),
    ccipGateway: createCcipGateway({ names, signerKey: gatewayKey, clock }),
  }
  return { routes: profileRoutes(parts), rawRoutes: profileRawRoutes(parts) }
}

const seconds = () => Math.floor(clock.now() / 1_000)
const freshLabel = () => `n${randomBytes(6).toString('hex')}`

/** A registration as the widget sends it, with the changes of a test. */
async function registration(
  change: {
    readonly name?: unknown
    readonly message?: Record<string, unknown>
    readonly signer?: (typeof testAccounts)[number]
    readonly body?: Record<string, unknown>
  } = {},
) {
  const signer = change.signer ?? (privateKeyToAccount(generatePrivateKey()) as never)
  const message = JSON.stringify({
    name: change.name ?? `${freshLabel()}.reown.id`,
    attributes: {},
    timestamp: seconds(),
    ...change.message,
  })
  return {
    coin_type: 60,
    address: signer.address,
    message,
    signature: await signer.signMessage({ message }),
    ...change.body,
  }
}

const register = (body: unknown, options = {}) => api.post('/v1/profile/account', body, options)

async function registered(change: Parameters<typeof registration>[0] = {}) {
  const body = await registration(change)
  const answer = await register(body)
  expect(answer.status).toBe(200)
  return { body, record: answer.json }
}

describe('registering a name', () => {
  it('registers it for the signer, on its chain and on Ethereum', async () => {
    const name = `${freshLabel()}.reown.id`
    const signer = privateKeyToAccount(generatePrivateKey()) as never
    const { record, body } = await registered({
      name,
      signer,
      message: { attributes: { bio: 'hello you' } },
    })
    const at = new Date(clock.now()).toISOString()
    const held = { address: body.address, created_at: at }
    expect(record).toEqual({
      name,
      registered_at: at,
      updated_at: at,
      attributes: { bio: 'hello you' },
      addresses: { '60': held },
    })
    const found = await api.get(`/v1/profile/account/${name}`, { query: { apiVersion: '2' } })
    expect(found.json).toEqual(record)
    const reverse = await api.get(`/v1/profile/reverse/${body.address.toLowerCase()}`)
    expect(reverse.json).toEqual([record])
  })

  it('accepts contract accounts, also undeployed ones', async () => {
    const account = createContractAccount(local.account(2))
    const name = `${freshLabel()}.reown.id`
    const message = JSON.stringify({ name, attributes: {}, timestamp: seconds() })
    const signature = account.wrap(await account.sign(hashMessage(message)))
    const body = { coin_type: 2147483649, address: account.address, message, signature }
    const answer = await register(body)
    expect(answer.status).toBe(200)
    expect(answer.json.addresses).toEqual({
      '60': expect.objectContaining({ address: account.address }),
    })
  })

  it('accepts optional fields that match the request', async () => {
    const signer = privateKeyToAccount(
      generatePrivateKey(),
    ) as never as (typeof testAccounts)[number]
    const extended = {
      address: signer.address,
      coin_type: 60,
      origin: testOrigin,
      nonce: randomBytes(12).toString('hex'),
      expiry: seconds() + 60,
    }
    await registered({ signer, message: extended })
    const wrong = [
      { address: local.account(1).address },
      { coin_type: 2147483649 },
      { origin: 'https://site.example.evil.example' },
      { expiry: seconds() - 1 },
      { nonce: 'short' },
      { surprise: true },
    ]
    for (const change of wrong) {
      const body = await registration({ signer, message: { ...extended, ...change } })
      expect((await register(body)).status).toBe(400)
    }
  })

  it.each<[string, Parameters<typeof registration>[0], number, string, RegExp]>([
    ['capital letters', { name: 'Demo1234.reown.id' }, 400, 'name', /lower-case letters/],
    ['other letters', { name: 'dеmo1234.reown.id' }, 400, 'name', /lower-case letters/],
    ['another zone', { name: 'demo1234.example.org' }, 400, 'name', /end in/],
    ['a similar zone', { name: 'demo1234.notreown.id' }, 400, 'name', /end in/],
    ['a former zone', { name: 'demo1234.wcn.id' }, 400, 'name', /No new names/],
    ['a name below a name', { name: 'a.demo1234.reown.id' }, 400, 'name', /one part/],
    ['three characters', { name: 'abc.reown.id' }, 400, 'name', /4 to 64/],
    ['too many characters', { name: `${'a'.repeat(65)}.reown.id` }, 400, 'name', /4 to 64/],
    ['a hyphen at the start', { name: '-demo.reown.id' }, 400, 'name', /hyphen/],
    ['a hyphen at the end', { name: 'demo-.reown.id' }, 400, 'name', /hyphen/],
    ['encoded letters', { name: 'xn--dmo-7ra.reown.id' }, 400, 'name', /hyphens/],
    ['a reserved word', { name: 'support.reown.id' }, 400, 'name', /reserved/],
    ['a name that is not text', { name: 7 }, 400, 'message', /not a registration/],
    ['a chain that is not served', { body: { coin_type: 2147483785 } }, 400, 'coin_type', /chain/],
    ['a coin that is not an EVM chain', { body: { coin_type: 0 } }, 400, 'coin_type', /chain/],
    [
      'an old message',
      { message: { timestamp: Math.floor(clock.now() / 1_000) - 601 } },
      400,
      'timestamp',
      /too old/,
    ],
    [
      'a message from the future',
      { message: { timestamp: Math.floor(clock.now() / 1_000) + 61 } },
      400,
      'timestamp',
      /too old/,
    ],
    ['unknown attributes', { message: { attributes: { avatar: 'x' } } }, 400, 'attributes', /bio/],
    ['a bio with markup', { message: { attributes: { bio: '<b>' } } }, 400, 'attributes', /bio/],
    ['a long bio', { message: { attributes: { bio: 'a'.repeat(256) } } }, 400, 'attributes', /bio/],
    [
      'a message that is not JSON',
      { body: { message: 'demo1234.reown.id' } },
      400,
      'message',
      /not a registration/,
    ],
    [
      'an address of another family',
      { body: { address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' } },
      400,
      'address',
      /EVM/,
    ],
    [
      'an invalid signature',
      { body: { signature: `0x${'11'.repeat(65)}` } },
      401,
      'signature',
      /not signed/,
    ],
  ])('rejects %s', async (_, change, status, field, words) => {
    const answer = await register(await registration(change))
    expect(answer.status).toBe(status)
    expect(answer.reasons[0]?.field).toBe(field)
    expect(answer.reasons[0]?.description).toMatch(words)
  })

  it('rejects a registered name', async () => {
    const { record } = await registered()
    const answer = await register(await registration({ name: record.name }))
    expect([answer.status, answer.reasons[0]]).toEqual([
      400,
      { field: 'name', description: 'This name is already registered.' },
    ])
  })

  it('registers a name once for concurrent requests', async () => {
    const name = `${freshLabel()}.reown.id`
    const bodies = await Promise.all(Array.from({ length: 20 }, () => registration({ name })))
    const answers = await Promise.all(bodies.map((body) => register(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
  })

  it('accepts none of 200 altered or repeated requests', async () => {
    let accepted = 0
    let tried = 0
    const attempt = async (body: unknown, origin = testOrigin) => {
      tried += 1
      if ((await register(body, { origin })).status === 200) accepted += 1
    }
    for (let round = 0; round < 20; round += 1) {
      const { body, record } = await registered()
      const other = await registration()
      const renamed = body.message.replace(record.name, `${freshLabel()}.reown.id`)
      await attempt(body)
      await attempt({ ...body, message: renamed })
      await attempt({ ...body, address: other.address })
      await attempt({ ...body, message: renamed, address: other.address })
      await attempt({ ...body, message: other.message })
      await attempt({ ...other, signature: body.signature })
      await attempt({ ...body, message: renamed, coin_type: 2147483649 })
      await attempt({ ...body, message: body.message.replace('{}', '{"bio":"mine"}') })
      await attempt({ ...body, message: ` ${renamed}` })
      await database.sql`delete from name_addresses where name = ${record.name}`
      await inEveryProject(database.sql, (tx) => tx`delete from names where name = ${record.name}`)
      // A signed message counts once, even if the name is free again.
      await attempt(body)
    }
    expect([tried, accepted]).toEqual([200, 0])
  })

  it('stops at five names a day for an address', async () => {
    const signer = privateKeyToAccount(generatePrivateKey()) as never
    for (let made = 0; made < 5; made += 1) await registered({ signer })
    const sixth = await register(await registration({ signer }))
    expect([sixth.status, sixth.reasons[0]?.field]).toEqual([429, 'rate_limited'])
    clock.advance(86_400_001)
    await registered({ signer })
  })

  it('stops at ten names a day for a network', async () => {
    const from = { address: '203.0.113.7' }
    for (let made = 0; made < 10; made += 1) {
      expect((await register(await registration(), from)).status).toBe(200)
    }
    expect((await register(await registration(), from)).status).toBe(429)
    expect((await register(await registration(), { address: '203.0.113.8' })).status).toBe(200)
  })

  it('responds 503 when the chain is needed and does not respond', async () => {
    const account = createContractAccount(local.account(3))
    const message = JSON.stringify({
      name: `${freshLabel()}.reown.id`,
      attributes: {},
      timestamp: seconds(),
    })
    const signature = await account.sign(hashMessage(message))
    const body = { coin_type: 60, address: account.address, message, signature }
    expect((await dead.post('/v1/profile/account', body)).status).toBe(503)
  })
})

describe('suggestions', () => {
  const suggest = (text: string, query = {}) =>
    api.get(`/v1/profile/suggestions/${text}`, { query })

  it('start with the exact name, then free words with that prefix', async () => {
    await registered({ name: 'coral.reown.id' })
    const { json } = await suggest('cor', { zone: 'reown.id' })
    expect(json.suggestions[0]).toEqual({ name: 'cor.reown.id', registered: true })
    const names = json.suggestions.map(({ name }: { name: string }) => name)
    expect(names).toHaveLength(5)
    expect(names).toContain('corn.reown.id')
    expect(names).not.toContain('coral.reown.id')
    for (const name of names) expect(name).toMatch(/^cor[a-z-]*\.reown\.id$/)
  })

  it('mark registered names and add variants', async () => {
    const label = freshLabel()
    const free = await suggest(label)
    expect(free.json.suggestions[0]).toEqual({ name: `${label}.reown.id`, registered: false })
    expect(free.json.suggestions).toHaveLength(5)
    await registered({ name: `${label}.reown.id` })
    expect((await suggest(label.toUpperCase())).json.suggestions[0].registered).toBe(true)
  })

  it.each([
    ['ab', {}],
    ['a'.repeat(65), {}],
    ['demo%20name', {}],
    ['demo', { zone: 'example.org' }],
    ['demo', { zone: 'wcn.id' }],
  ])('reject %s %s', async (text, query) => {
    expect((await suggest(text, query)).status).toBe(400)
  })
})

describe('looking up', () => {
  const lookUp = (name: string, query = {}) => api.get(`/v1/profile/account/${name}`, { query })

  it('returns an empty list, or 404 for the old API version', async () => {
    const name = `${freshLabel()}.reown.id`
    const modern = await lookUp(name, { apiVersion: '2' })
    expect([modern.status, modern.json]).toEqual([200, []])
    expect((await lookUp(name)).status).toBe(404)
    const { address } = local.account(9)
    expect(
      (await api.get(`/v1/profile/reverse/${address}`, { query: { apiVersion: '2' } })).json,
    ).toEqual([])
    expect((await api.get(`/v1/profile/reverse/${address}`)).status).toBe(404)
  })

  it('finds names of ENS', async () => {
    const { json } = await lookUp('Alice.eth', { apiVersion: '2' })
    expect(json).toEqual({
      name: 'alice.eth',
      attributes: null,
      addresses: { '60': { address: local.account(0).address, created_at: null } },
    })
    expect((await lookUp('nobody-has-this.eth', { apiVersion: '2' })).json).toEqual([])
  })

  it('normalises names', async () => {
    const label = freshLabel()
    await registered({ name: `${label}.reown.id` })
    // Full-width letters are the same letters.
    const wide = [...label].map((letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    )
    for (const name of [`${label.toUpperCase()}.REOWN.ID`, `${wide.join('')}.reown.id`]) {
      const { json } = await lookUp(encodeURIComponent(name), { apiVersion: '2' })
      expect(json).toMatchObject({ name: `${label}.reown.id` })
    }
  })

  it.each([
    ['letters of two scripts', '\u0430lice.eth'],
    ['invisible letters', 'al\u200dice.eth'],
    ['text that turns', 'ali\u202ece.eth'],
    ['an underscore inside', 'al_ice.eth'],
    ['punycode', 'xn--alice-abc.eth'],
  ])('rejects a name that cannot be normalised: %s', async (_, name) => {
    const answer = await lookUp(encodeURIComponent(name), { apiVersion: '2' })
    expect(answer).toMatchObject({ status: 400, reasons: [{ field: 'name' }] })
  })

  it('rejects a name outside our zones', async () => {
    for (const name of ['demo.example.org', 'demo', 'a b.eth', 'x..eth', "';--.reown.id"]) {
      expect((await lookUp(encodeURIComponent(name), { apiVersion: '2' })).status).toBe(400)
    }
  })

  it('responds 503 when a resolver fails', async () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function setResolver(bytes32 node, address resolver)']),
      functionName: 'setResolver',
      args: [namehash('bob.eth'), localAddresses.offchainResolver],
    })
    await local.send(local.account(1), { to: localAddresses.registry, data })
    const answer = await lookUp('bob.eth', { apiVersion: '2' })
    expect([answer.status, answer.reasons[0]?.field]).toEqual([503, 'name'])
  })

  it('responds 503 when ENS does not respond', async () => {
    const answer = await dead.get('/v1/profile/account/alice.eth')
    expect([answer.status, answer.reasons[0]?.field]).toEqual([503, 'chainId'])
  })
})

/** The calldata that a resolver contract sends to its gateway. */
function questionAbout(name: string, node = name): Hex {
  return encodeFunctionData({
    abi: parseAbi(['function resolve(bytes name, bytes data)']),
    functionName: 'resolve',
    args: [
      toHex(packetToBytes(name)),
      encodeFunctionData({
        abi: parseAbi(['function addr(bytes32 node)']),
        functionName: 'addr',
        args: [namehash(node)],
      }),
    ],
  })
}

describe('names in ENS clients', () => {
  const outside = () => createPublicClient({ chain: mainnet, transport: http(local.chain.url) })

  it('resolve in any ENS client', async () => {
    const { record, body } = await registered({ message: { attributes: { bio: 'hello' } } })
    const { name } = record
    expect(await outside().getEnsAddress({ name })).toBe(body.address)
    expect(await outside().getEnsAddress({ name, coinType: 60n })).toBe(body.address.toLowerCase())
    expect(await outside().getEnsText({ name, key: 'bio' })).toBe('hello')
    expect(await outside().getEnsText({ name, key: 'avatar' })).toBeNull()
    expect(await outside().getEnsAddress({ name: `${freshLabel()}.reown.id` })).toBeNull()
  })

  it('resolve by POST too; other requests are rejected', async () => {
    const sender = local.account(0).address
    const post = (body: unknown) => api.post('/ccip', body, { projectId: null })
    for (const body of [
      {},
      { sender, data: '0x' },
      { sender, data: '0x12345678' },
      { sender: '0x1', data: '0x00' },
    ]) {
      expect((await post(body)).status).toBe(400)
    }
    const question = questionAbout('x.example.org')
    expect((await post({ sender, data: question })).status).toBe(404)
    const answer = await post({ sender, data: questionAbout(`${freshLabel()}.reown.id`) })
    expect(answer.status).toBe(200)
    expect(answer.json.data).toMatch(/^0x/)
    const mismatched = questionAbout(`${freshLabel()}.reown.id`, 'other.reown.id')
    expect((await post({ sender, data: mismatched })).status).toBe(400)
  })

  it('do not resolve with another signer', async () => {
    const { record } = await registered()
    const forged = createCcipGateway({
      names: createNames({
        sql: database.sql,
        clock,
        nodes: local.nodes,
        signatures: createSignatures(local.nodes),
        zones: developmentZones,
      }),
      signerKey: generatePrivateKey(),
      clock,
    })
    const real = app
    app = createApi({
      routes: [],
      rawRoutes: profileRawRoutes({ names: {} as never, ccipGateway: forged }),
      publicUrl: 'http://127.0.0.1',
      projects: { find: async () => undefined, findByOrigin: async () => undefined },
    }).app
    try {
      const answer = await outside()
        .getEnsAddress({ name: record.name, strict: true })
        .catch((error: Error) => error)
      expect(answer).toBeInstanceOf(Error)
    } finally {
      app = real
    }
  })
})
