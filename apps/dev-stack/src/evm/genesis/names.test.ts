import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  createPublicClient,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  keccak256,
  namehash,
  parseAbi,
} from 'viem'
import { sign } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestAccount, testAccounts } from '../../testAccounts.js'
import { compileContracts } from '../compileContracts.js'
import { type LocalEvm, startLocalEvm } from '../startLocalEvm.js'
import { localAddresses } from './addresses.js'
import { openDomain } from './openZone.js'
import { createWriter } from './Writer.js'

const [alice, bob, carol, stranger] = testAccounts as [
  TestAccount,
  TestAccount,
  TestAccount,
  TestAccount,
]
const signer = testAccounts[9] as TestAccount
const { offchainResolver, reverseRegistrar } = localAddresses
const hour = 3600

const questionAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const recordAbi = parseAbi(['function addr(bytes32) view returns (address)'])

/** A gateway that knows only carol and can be made to misbehave. */
type Conduct = {
  key: Hex
  lifetime: number
  status: number
  resolvesTo: Address
  signFor: Address
}
const honest: Conduct = {
  key: signer.privateKey,
  lifetime: hour,
  status: 200,
  resolvesTo: carol.address,
  signFor: offchainResolver,
}
let conduct = honest
let requested: { sender: string; data: Hex }[] = []

const gateway = createServer(async (request, response) => {
  const [, sender = '', data = ''] = request.url?.split('/') ?? []
  const question = data.replace('.json', '') as Hex
  requested.push({ sender, data: question })
  response.writeHead(conduct.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: await respond(question) }))
})

async function respond(question: Hex): Promise<Hex> {
  const { args } = decodeFunctionData({ abi: questionAbi, data: question })
  const { args: record } = decodeFunctionData({ abi: recordAbi, data: args[1] })
  const found = record[0] === namehash('carol.keys.id') ? conduct.resolvesTo : `0x${'0'.repeat(40)}`
  const result = encodeAbiParameters([{ type: 'address' }], [found as Address])
  const expires = BigInt(Math.floor(Date.now() / 1000) + conduct.lifetime)
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', conduct.signFor, expires, keccak256(question), keccak256(result)],
    ),
  )
  const signature = await sign({ hash, privateKey: conduct.key, to: 'hex' })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, expires, signature],
  )
}

let chain: LocalEvm
let client: ReturnType<typeof connect>
let gatewayUrl: string

function connect(url: string) {
  // No configuration: the name system has the same addresses as on the main network.
  return createPublicClient({ chain: mainnet, transport: http(url) })
}

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  gatewayUrl = `http://127.0.0.1:${port}/{sender}/{data}.json`
  const zone = { zone: 'keys.id', gatewayUrl, signer: signer.address }
  chain = await startLocalEvm({ chainId: 1, zone })
  client = connect(chain.url)
})

beforeEach(() => {
  conduct = honest
  requested = []
})

afterAll(async () => {
  await chain?.stop()
  gateway.close()
})

test('resolves names to addresses and records', async () => {
  expect(await client.getEnsAddress({ name: 'alice.eth' })).toBe(alice.address)
  expect(await client.getEnsAddress({ name: 'bob.eth' })).toBe(bob.address)
  expect(await client.getEnsAddress({ name: 'alice.eth', coinType: 60n })).toBe(
    alice.address.toLowerCase(),
  )
  expect(await client.getEnsText({ name: 'alice.eth', key: 'url' })).toBe('https://alice.example')
  expect(await client.getEnsText({ name: 'alice.eth', key: 'email' })).toBeNull()
  expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
  expect(await client.getEnsAddress({ name: 'below.alice.eth' })).toBeNull()
})

test('resolves addresses to names', async () => {
  expect(await client.getEnsName({ address: alice.address })).toBe('alice.eth')
  expect(await client.getEnsName({ address: bob.address })).toBe('bob.eth')
  expect(await client.getEnsName({ address: stranger.address })).toBeNull()
  expect(await client.getEnsName({ address: alice.address, coinType: 0x80002105n })).toBeNull()
})

test('uses an on-chain collectible as avatar', async () => {
  const avatar = await client.getEnsAvatar({ name: 'alice.eth' })
  expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(await client.getEnsAvatar({ name: 'bob.eth' })).toBeNull()
})

test('ignores a primary name that resolves to another address', async () => {
  await setPrimaryName(stranger, 'alice.eth')
  expect(await client.getEnsName({ address: stranger.address })).toBeNull()
})

test('resolves names of the zone through the gateway', async () => {
  expect(await client.getEnsAddress({ name: 'carol.keys.id' })).toBe(carol.address)
  expect(requested).toEqual([
    {
      sender: offchainResolver.toLowerCase(),
      data: encodeFunctionData({
        abi: questionAbi,
        functionName: 'resolve',
        args: [
          '0x056361726f6c046b65797302696400',
          encodeFunctionData({
            abi: recordAbi,
            functionName: 'addr',
            args: [namehash('carol.keys.id')],
          }),
        ],
      }),
    },
  ])
  expect(await client.getEnsAddress({ name: 'dave.keys.id' })).toBeNull()
  expect(await client.getEnsResolver({ name: 'any.name.keys.id' })).toBe(offchainResolver)
})

test('accepts a primary name of the zone', async () => {
  await setPrimaryName(carol, 'carol.keys.id')
  expect(await client.getEnsName({ address: carol.address })).toBe('carol.keys.id')
  conduct = { ...honest, resolvesTo: bob.address }
  expect(await client.getEnsName({ address: carol.address })).toBeNull()
})

test.each([
  ['signed by someone else', { key: stranger.privateKey }],
  ['signed for another resolver', { signFor: stranger.address }],
  ['out of date', { lifetime: -hour }],
  ['with a failing gateway', { status: 500 }],
])('an answer %s counts for nothing', async (_, misconduct) => {
  conduct = { ...honest, ...misconduct }
  const lookup = client.getEnsAddress({ name: 'carol.keys.id', strict: true })
  await expect(lookup).rejects.toThrow()
  expect(requested).toHaveLength(1)
  conduct = honest
  expect(await client.getEnsAddress({ name: 'carol.keys.id' })).toBe(carol.address)
})

test('moves a zone to another gateway and signer', async () => {
  const writer = createWriter(chain, 1, await compileContracts())
  const moved = { gatewayUrl: gatewayUrl.replace('.json', ''), signer: stranger.address }
  await openDomain(writer, { zone: 'keys.id', ...moved })
  conduct = { ...honest, key: stranger.privateKey }
  expect(await client.getEnsAddress({ name: 'carol.keys.id' })).toBe(carol.address)
  const before = await client.getBlockNumber({ cacheTime: 0 })
  await openDomain(writer, { zone: 'keys.id', ...moved })
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(before)
})

async function setPrimaryName(account: TestAccount, name: string) {
  const compiled = await compileContracts()
  const writer = createWriter(chain, 1, compiled)
  await writer.call({
    from: account,
    to: reverseRegistrar,
    abi: writer.contract('ReverseRegistrar').abi,
    name: 'setName',
    args: [name],
  })
}
