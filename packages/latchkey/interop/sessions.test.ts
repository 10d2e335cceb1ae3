/// <reference types="node" />
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  encodeRevokePermission,
  type Permission,
  sessionAccountSignatures,
} from '@latchkey/wire/login/permissions'
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileContracts } from '../../../apps/dev-stack/src/evm/compileContracts.js'
import { createWriter, type Writer } from '../../../apps/dev-stack/src/evm/genesis/Writer.js'
import {
  type LocalEvm,
  localAddresses,
  startLocalEvm,
} from '../../../apps/dev-stack/src/evm/startLocalEvm.js'
import { developmentProjectId, startApi } from '../../../apps/provider/src/compose/startApi.js'
import { openTemporaryDatabase } from '../../../apps/provider/src/testing/temporaryDatabase.js'
import { accountOf, createContext, createPermission } from '../fixtures/permissionGrant.js'
import {
  createSessionClient,
  createSessionKey,
  type SessionClient,
  type SessionClientOptions,
} from '../src/exports/sessions/server.js'

/** A site's server that uses permissions on a real chain, through the real bundler and sponsor. */

const abi = parseAbi(sessionAccountSignatures)
const paymaster = localAddresses.sponsorPaymaster.toLowerCase() as Hex
const token = localAddresses.usdc.toLowerCase() as Hex

let chain: LocalEvm
let writer: Writer
let database: Awaited<ReturnType<typeof openTemporaryDatabase>>
let api: Awaited<ReturnType<typeof startApi>>

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startLocalEvm({ chainId: 1 }), openTemporaryDatabase()])
  writer = createWriter(chain, 1, await compileContracts())
  api = await startApi({
    port: 0,
    database,
    chains: [chain.settings],
    bundler: { chains: ['eip155:1'], executorKey: chain.executor.privateKey },
    paymaster: {
      contracts: { 'eip155:1': paymaster },
      policies: [
        {
          name: 'test',
          project: developmentProjectId,
          chains: ['eip155:1'],
          calls: [{ to: token }],
          budget: { perAccountPerDay: '1', perDay: '1', total: '1' },
        },
      ],
      confirmations: { 'eip155:1': 0 },
      signerKey: chain.sponsor.privateKey,
    },
  })
})
afterAll(async () => {
  await api?.stop()
  await Promise.all([chain?.stop(), database?.stop()])
})

const providerUrl = (path: string) =>
  `${api.url}${path}?chainId=eip155:1&projectId=${developmentProjectId}`
const newAddress = () => createSessionKey().address

type Granted = {
  readonly client: SessionClient
  readonly account: Hex
  readonly context: Hex
  readonly key: Hex
  /** Calls its account as the owner. */
  asOwner(data: Hex): Promise<unknown>
}

/** A visitor with a smart account that grants a permission to a site. */
async function grant({
  change = {},
  ether = '1',
  options = {},
}: {
  readonly change?: Partial<Permission>
  readonly ether?: string
  readonly options?: Partial<SessionClientOptions>
} = {}): Promise<Granted> {
  const key = createSessionKey()
  const owner = createSessionKey()
  const { address } = accountOf(owner.privateKey)
  if (ether !== '0') await writer.send(chain.faucet, { to: address, value: parseEther(ether) })
  const permission = createPermission({ key: key.address, ...change })
  const context = await createContext(permission, { owner: owner.privateKey })
  const client = createSessionClient({
    key: key.privateKey,
    context,
    rpcUrl: chain.url,
    bundlerUrl: providerUrl('/v1/bundler'),
    ...options,
  })
  const asOwner = async (data: Hex) => {
    await writer.send(chain.faucet, { to: owner.address, value: parseEther('10') })
    const account = { ...privateKeyToAccount(owner.privateKey), privateKey: owner.privateKey }
    return writer.send(account as never, { to: address, data })
  }
  return { client, account: address, context, key: key.privateKey, asOwner }
}

const balance = async (address: string) =>
  BigInt(await chain.rpc<Hex>('eth_getBalance', address, 'latest'))
const tokens = async (address: Hex) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  return BigInt(await chain.rpc<Hex>('eth_call', { to: token, data }, 'latest'))
}
const transfer = (to: Hex, units: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
})
const approve = (to: Hex, units: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, units] }),
})

async function use(client: SessionClient, calls: Parameters<SessionClient['sendCalls']>[0]) {
  const { id } = await client.sendCalls(calls)
  return client.waitForReceipt(id)
}

const failsWith = (code: string) => expect.objectContaining({ name: 'SessionClientError', code })

describe('coins', () => {
  test('are sent within the allowance, by an account that is not deployed yet', async () => {
    const { client, account } = await grant()
    const shop = newAddress()
    expect(await client.readLimits()).toMatchObject({
      isEnabled: false,
      isRevoked: false,
      calls: { max: 10n, left: 10n },
      allowances: [{ max: parseEther('1'), left: parseEther('1'), period: 0 }],
    })
    const receipt = await use(client, [{ to: shop, value: parseEther('0.25') }])
    expect(receipt).toMatchObject({ isSuccess: true, isSponsored: false })
    expect(await balance(shop)).toBe(parseEther('0.25'))
    const limits = await client.readLimits()
    expect(limits).toMatchObject({
      isEnabled: true,
      calls: { left: 9n },
      allowances: [{ left: parseEther('0.75') }],
    })
    expect(limits.fees.left).toBeLessThan(limits.fees.max)
    // What it prepaid for gas stays in the entry point, so the account never pays more than is counted.
    const counted = limits.fees.max - limits.fees.left
    expect(receipt.cost).toBeLessThanOrEqual(counted)
    expect(await balance(account)).toBe(parseEther('0.75') - counted)
    // A second use needs no signature of the owner.
    await use(client, [
      { to: shop, value: 1n },
      { to: shop, value: 2n },
    ])
    expect(await balance(shop)).toBe(parseEther('0.25') + 3n)
    expect((await client.readLimits()).calls.left).toBe(7n)
  })

  test('are not sent beyond it, also in several calls of one operation', async () => {
    const { client } = await grant({
      change: {
        allowances: [
          { token: `0x${'0'.repeat(40)}`, amount: parseEther('0.1'), period: 0, start: 0 },
        ],
      },
    })
    const shop = newAddress()
    const part = { to: shop, value: parseEther('0.06') }
    await expect(client.sendCalls([part, part])).rejects.toEqual(failsWith('allowance-exceeded'))
    expect(await use(client, [part])).toMatchObject({ isSuccess: true })
    await expect(client.sendCalls([part])).rejects.toEqual(failsWith('allowance-exceeded'))
    expect(await balance(shop)).toBe(part.value)
  })

  test('of two callers at once are sent one after the other', async () => {
    const { client } = await grant()
    const shop = newAddress()
    const both = await Promise.all([
      client.sendCalls([{ to: shop, value: 1n }]),
      client.sendCalls([{ to: shop, value: 2n }]),
    ])
    await Promise.all(both.map(({ id }) => client.waitForReceipt(id)))
    expect(await balance(shop)).toBe(3n)
  })
})

describe('tokens and contracts', () => {
  const limited = {
    allowances: [{ token, amount: 50n, period: 0, start: 0 }],
    targets: [],
  }
  async function grantTokens() {
    const granted = await grant({ change: limited })
    const { faucet } = chain
    await writer.send(faucet, transfer(granted.account, 1_000n))
    return granted
  }

  test('of an allowance are transferred and approved up to it', async () => {
    const { client } = await grantTokens()
    const shop = newAddress()
    await use(client, [transfer(shop, 20n), approve(shop, 30n)])
    expect(await tokens(shop)).toBe(20n)
    expect((await client.readLimits()).allowances[0]?.left).toBe(0n)
    await expect(client.sendCalls([transfer(shop, 1n)])).rejects.toEqual(
      failsWith('allowance-exceeded'),
    )
    await expect(client.sendCalls([approve(shop, 31n)])).rejects.toEqual(
      failsWith('allowance-exceeded'),
    )
    // What is approved already costs nothing.
    await use(client, [approve(shop, 30n)])
  })

  test('are not touched in any other way', async () => {
    const { client, account } = await grantTokens()
    const shop = newAddress()
    const others = [
      { to: token, data: toFunctionSelector('increaseAllowance(address,uint256)') },
      { ...transfer(shop, 1n), value: 1n },
      { ...transfer(shop, 1n), data: `${transfer(shop, 1n).data}00` as Hex },
      { to: localAddresses.multicall, data: '0x12345678' as Hex },
      { to: account, data: '0xa340fff4' as Hex },
      { to: shop, value: 1n },
      { to: shop },
    ]
    for (const call of others) {
      await expect(client.sendCalls([call])).rejects.toEqual(failsWith('not-permitted'))
    }
    expect(await use(client, [transfer(shop, 1n)])).toMatchObject({ isSuccess: true })
  })

  test('are called with permitted arguments only', async () => {
    const selector = toFunctionSelector('approve(address,uint256)')
    const shop = newAddress()
    const { client } = await grant({
      change: {
        allowances: [{ token, amount: 1_000n, period: 0, start: 0 }],
        targets: [
          {
            to: token,
            selector,
            valueLimit: 0n,
            rules: [
              { argument: 0, operator: 0, value: `0x${shop.slice(2).padStart(64, '0')}` },
              { argument: 1, operator: 2, value: `0x${(10).toString(16).padStart(64, '0')}` },
            ],
          },
        ],
      },
    })
    await expect(client.sendCalls([approve(newAddress(), 9n)])).rejects.toEqual(
      failsWith('not-permitted'),
    )
    await expect(client.sendCalls([approve(shop, 10n)])).rejects.toEqual(failsWith('not-permitted'))
    expect(await use(client, [approve(shop, 9n)])).toMatchObject({ isSuccess: true })
  })
})

describe('limits of the whole permission', () => {
  const one = () => ({ to: newAddress(), value: 1n })

  test('are its number of calls and its rate', async () => {
    const { client } = await grant({ change: { maxCalls: 3, rateCalls: 2, ratePeriod: 100_000 } })
    await expect(client.sendCalls([one(), one(), one(), one()])).rejects.toEqual(
      failsWith('calls-exceeded'),
    )
    await expect(client.sendCalls([one(), one(), one()])).rejects.toEqual(
      failsWith('rate-exceeded'),
    )
    await use(client, [one(), one()])
    await expect(client.sendCalls([one()])).rejects.toEqual(failsWith('rate-exceeded'))
  })

  test('are its time', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const early = await grant({ change: { validAfter: now + 1_000_000 } })
    await expect(early.client.sendCalls([one()])).rejects.toEqual(failsWith('not-yet-valid'))
    const late = await grant({ change: { validUntil: now - 1_000 } })
    await expect(late.client.sendCalls([one()])).rejects.toEqual(failsWith('expired'))
  })

  test('are its fees', async () => {
    const { client } = await grant({ change: { feeLimit: 1_000n } })
    await expect(client.sendCalls([one()])).rejects.toEqual(failsWith('fees-exceeded'))
  })

  test('end when the owner revokes it', async () => {
    const { client, asOwner } = await grant()
    await use(client, [one()])
    await asOwner(encodeRevokePermission(client.permissionId))
    expect(await client.readLimits()).toMatchObject({ isRevoked: true })
    await expect(client.sendCalls([one()])).rejects.toEqual(failsWith('revoked'))
  })
})

describe('a client', () => {
  test('is not created for another key, or what the owner did not sign', async () => {
    const { context, key } = await grant()
    const options = { context, key, rpcUrl: chain.url, bundlerUrl: api.url }
    const create = (change: object) => () => createSessionClient({ ...options, ...change })
    expect(create({})).not.toThrow()
    expect(create({ key: createSessionKey().privateKey })).toThrow(failsWith('wrong-key'))
    expect(create({ context: '0x01' })).toThrow(failsWith('invalid-context'))
    const forged = await createContext(createPermission(), { signer: key })
    expect(create({ context: forged })).toThrow(failsWith('invalid-context'))
  })

  test('does not use a node of another chain', async () => {
    const other = await startLocalEvm({ chainId: 8453 })
    try {
      const { client } = await grant({ options: { rpcUrl: other.url } })
      await expect(client.readLimits()).rejects.toEqual(failsWith('wrong-chain'))
    } finally {
      await other.stop()
    }
  })

  test('tells servers that do not respond from those that decline', async () => {
    const gone = 'http://127.0.0.1:9'
    const { client } = await grant({ options: { bundlerUrl: gone } })
    const call = { to: newAddress(), value: 1n }
    await expect(client.sendCalls([call])).rejects.toEqual(failsWith('unavailable'))
    const offline = await grant({ options: { rpcUrl: gone } })
    await expect(offline.client.readLimits()).rejects.toEqual(failsWith('unavailable'))
    const poor = await grant({ ether: '0' })
    await expect(poor.client.sendCalls([call])).rejects.toEqual(failsWith('bundler-declined'))
    await expect(
      client.waitForReceipt(`0x${'1'.repeat(64)}`, { timeout: 10 }),
    ).rejects.toBeInstanceOf(Error)
  })
})

describe('a sponsor', () => {
  const sponsored = () => ({ paymasterUrl: providerUrl('/v1/paymaster') })
  const change = {
    paymaster,
    feeLimit: 0n,
    allowances: [{ token, amount: 50n, period: 0, start: 0 }],
  }

  test('pays for an account without coins', async () => {
    const { client, account } = await grant({ change, ether: '0', options: sponsored() })
    await writer.send(chain.faucet, transfer(account, 100n))
    const shop = newAddress()
    expect(await use(client, [transfer(shop, 5n)])).toMatchObject({
      isSuccess: true,
      isSponsored: true,
    })
    expect(await tokens(shop)).toBe(5n)
    expect(await balance(account)).toBe(0n)
    expect((await client.readLimits()).fees).toEqual({ max: 0n, left: 0n })
  })

  test('declines what its policy does not include, and the account pays nothing', async () => {
    const coins = { token: `0x${'0'.repeat(40)}` as Hex, amount: 10n, period: 0, start: 0 }
    const { client, account } = await grant({
      change: { ...change, feeLimit: 10n ** 17n, allowances: [coins] },
      options: sponsored(),
    })
    const call = { to: newAddress(), value: 1n }
    await expect(client.sendCalls([call])).rejects.toEqual(failsWith('sponsor-declined'))
    expect(await balance(account)).toBe(parseEther('1'))
  })

  test('has to be the one that the permission names', async () => {
    const { client } = await grant({ options: sponsored() })
    const call = { to: newAddress(), value: 1n }
    await expect(client.sendCalls([call])).rejects.toEqual(failsWith('sponsor-not-permitted'))
    const impostor = await startImpostor()
    try {
      const other = await grant({ change, options: { paymasterUrl: impostor.url } })
      await writer.send(chain.faucet, transfer(other.account, 100n))
      await expect(other.client.sendCalls([transfer(newAddress(), 1n)])).rejects.toEqual(
        failsWith('sponsor-not-permitted'),
      )
    } finally {
      impostor.server.close()
    }
  })
})

/** A sponsor that answers with a paymaster of its own. */
async function startImpostor(): Promise<{ readonly url: string; readonly server: Server }> {
  const result = { paymaster: `0x${'ee'.repeat(20)}`, paymasterData: '0x' }
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the signatures of the contract are those of the client', () => {
  expect(
    encodeFunctionData({ abi, functionName: 'revokePermission', args: [`0x${'1'.repeat(64)}`] }),
  ).toBe(encodeRevokePermission(`0x${'1'.repeat(64)}`))
})
