import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountAbi } from '../../reliability/smartAccountClient.mjs'
import type { ServedNodes } from '../nodes/createNodes.js'
import type { Database } from '../store/openDatabase.js'
import { testProject } from '../testing/apiFixture.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { createSponsorClient, policy, startSponsoredChain } from './sponsor.fixture.js'
import { createSponsorStore } from './sponsorStore.js'

let database: Database
let parts: Awaited<ReturnType<typeof startSponsoredChain>>
/** Time of the chain and of the provider. */
let passed = 0
let isBehind = false
const now = () => Date.now() + passed * 1_000

beforeAll(async () => {
  database = await openTemporaryDatabase()
  parts = await startSponsoredChain(database)
})
afterAll(() => Promise.all([parts?.local.stop(), database?.stop()]))
beforeEach(() => {
  isBehind = false
})

/** One of the nodes behind the address has not seen the last blocks; it answers all the same. */
function start(name: string) {
  const { call } = parts.nodes
  const through: ServedNodes = {
    ...parts.nodes,
    call: (async (of, method, params, signal) =>
      isBehind && method === 'eth_getLogs' ? [] : call(of, method, params, signal)) as typeof call,
  }
  const provider = parts.start({ policies: [{ ...policy, name }], through, now })
  return { ...provider, client: createSponsorClient(parts.local, provider.api) }
}

async function spending(name: string) {
  const store = createSponsorStore(database.sql, { now })
  return (await store.readSpending(testProject.id)).find((one) => one.policy === name)
}

/** Until the signatures of before have ended. */
async function outlive(seconds = 600) {
  passed += seconds
  await parts.local.rpc('evm_increaseTime', seconds)
  await parts.local.rpc('anvil_mine', '0x1')
}

async function sponsorOne(client: ReturnType<typeof createSponsorClient>, ether = '0') {
  const account = await client.createAccount(ether)
  const { operation, error } = await client.sponsor(account, await client.draft(account))
  expect(error).toBeUndefined()
  if (!operation) throw new Error('not sponsored')
  return { account, operation }
}

it('keeps the reservation of an operation that a lagging node has not seen', async () => {
  const { client, settle } = start('lagging')
  await settle()
  const { operation } = await sponsorOne(client)
  const before = await parts.deposit()
  expect(await parts.include([operation])).toBe(1)
  const cost = before - (await parts.deposit())
  isBehind = true
  await outlive()
  await settle()
  expect((await spending('lagging'))?.reserved).toBeGreaterThanOrEqual(cost)
  // The node catches up.
  isBehind = false
  await outlive(12)
  await settle()
  expect(await spending('lagging')).toMatchObject({ operations: 1n, spent: cost, reserved: 0n })
  await outlive(12)
  await settle()
  expect(await spending('lagging')).toMatchObject({ operations: 1n, spent: cost, reserved: 0n })
})

it('releases what nobody has sent', async () => {
  const { client, settle } = start('unused')
  await settle()
  await sponsorOne(client)
  await settle()
  expect((await spending('unused'))?.reserved).toBeGreaterThan(0n)
  await outlive()
  await settle()
  expect(await spending('unused')).toMatchObject({ operations: 0n, reserved: 0n })
})

it('releases the reservation when the account has paid for another operation itself', async () => {
  const { client, settle } = start('replaced')
  await settle()
  const { account, operation } = await sponsorOne(client, '1')
  const { paymaster: _, paymasterData: __, ...rest } = operation
  const own = {
    ...rest,
    paymasterVerificationGasLimit: undefined,
    paymasterPostOpGasLimit: undefined,
  }
  expect(await parts.include([await client.signOperation(account, own)])).toBe(1)
  await outlive()
  await settle()
  expect(await spending('replaced')).toMatchObject({ operations: 0n, reserved: 0n })
})

it('releases a nonce that the account has skipped after an hour, and signs it no more', async () => {
  const { client, settle } = start('skipped')
  await settle()
  const { account, operation } = await sponsorOne(client)
  await client.deployAccount(account)
  const data = encodeFunctionData({
    abi: parseAbi(['function incrementNonce(uint192 key)']),
    args: [0n],
  })
  const skip: Hex = encodeFunctionData({
    abi: accountAbi,
    functionName: 'execute',
    args: [entryPointAddress, 0n, data],
  })
  await client.sendAsOwner(account, { to: account.address, data: skip })
  await outlive()
  await settle()
  expect((await spending('skipped'))?.reserved).toBeGreaterThan(0n)
  const { factory: _, factoryData: __, ...again } = operation
  const { error } = await client.getData({ ...again, callGasLimit: 40_000n })
  expect(error).toMatchObject({ code: -32005, data: { reason: 'nonce-used' } })
  await outlive(3_600)
  await settle()
  expect(await spending('skipped')).toMatchObject({ operations: 0n, reserved: 0n })
})
