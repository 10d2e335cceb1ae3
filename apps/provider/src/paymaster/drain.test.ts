import { type Hex, pad, parseEther, zeroHash } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, encodeTransfer } from '../../reliability/smartAccountClient.mjs'
import type { Operation } from '../bundler/operation.js'
import type { PolicySettings } from '../config/paymasterSettings.js'
import { type Database, openDatabase } from '../store/openDatabase.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import {
  chain,
  createSponsorClient,
  paymasterAddress,
  policy,
  recipient,
  startSponsoredChain,
} from './sponsor.fixture.js'
import { createSigner, getMaxCost, type SponsoredOperation } from './sponsorship.js'

let database: Database
let second: Database
let parts: Awaited<ReturnType<typeof startSponsoredChain>>

/** Reverts once its first slot is set. */
const target = '0x00000000000000000000000000000000000d0001'

beforeAll(async () => {
  database = await openTemporaryDatabase()
  second = await openDatabase({ url: database.url })
  parts = await startSponsoredChain(database)
  await parts.local.rpc('anvil_setCode', target, '0x60005460085700005b60006000fd')
})
afterAll(() => Promise.all([parts?.local.stop(), database?.stop(), second?.stop()]))

const withBudget = (name: string, ether: string): PolicySettings => ({
  ...policy,
  name,
  calls: [{ to: recipient }, { to: target }],
  budget: { perAccountPerDay: ether, perDay: ether, total: ether },
})

/** Two providers on one database, as two processes have them. */
function startTwo(policies: readonly PolicySettings[], now = Date.now) {
  const [one, other] = [database, second].map(({ sql }) => parts.start({ policies, sql, now }))
  if (!one || !other) throw new Error('no provider')
  return {
    one,
    clients: [one, other].map(({ api }) => createSponsorClient(parts.local, api)),
  }
}

type Clients = ReturnType<typeof startTwo>['clients']

function clientOf(clients: Clients, index: number) {
  const client = clients[index % clients.length]
  if (!client) throw new Error('no client')
  return client
}

/** Asks for 200 operations of as many accounts at once. Returns what was signed. */
async function requestAtOnce(clients: Clients, count = 200) {
  const drafts: { account: Account; draft: Operation }[] = []
  for (let index = 0; index < count; index += 1) {
    const client = clientOf(clients, index)
    const account = await client.createAccount('0')
    const draft = await client.draft(account)
    drafts.push({ account, draft })
  }
  const answers = await Promise.all(
    drafts.map(({ account, draft }, index) => clientOf(clients, index).sponsor(account, draft)),
  )
  return {
    signed: answers.flatMap(({ operation }) => (operation ? [operation] : [])),
    errors: answers.flatMap(({ error }) => (error ? [error] : [])),
  }
}

const costOf = (operation: Operation) => getMaxCost(operation as SponsoredOperation)
const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n)

it('signs no more than the budget when 200 operations are asked for at once, over two processes', async () => {
  const budget = parseEther('0.15')
  const { one, clients } = startTwo([withBudget('at-once', '0.15')])
  const { signed, errors } = await requestAtOnce(clients)
  expect(signed.length).toBeGreaterThan(5)
  expect(errors.length).toBeGreaterThan(5)
  for (const error of errors) {
    expect(error).toMatchObject({ code: -32005, data: { reason: 'day-budget' } })
  }
  expect(sum(signed.map(costOf))).toBeLessThanOrEqual(budget)
  // And all of them really can be included, by anybody.
  const before = await parts.deposit()
  expect(await parts.include(signed)).toBe(signed.length)
  await one.settle()
  const spent = before - (await parts.deposit())
  expect(spent).toBeGreaterThan(0n)
  expect(spent).toBeLessThanOrEqual(budget)
})

/** One way to make the operator pay for nothing. Returns how many attempts it made. */
type Attack = (clients: Clients, index: number) => Promise<void>

async function draftOne(clients: Clients, index: number, callData = encodeTransfer(recipient, 0n)) {
  const client = clientOf(clients, index)
  const account = await client.createAccount('0')
  return { client, account, draft: await client.draft(account, { callData }) }
}

const setTarget = (value: Hex) =>
  parts.local.rpc('anvil_setStorageAt', target, zeroHash, pad(value))

const attacks: Readonly<Record<string, Attack>> = {
  async 'calls that no policy allows'(clients, index) {
    const { client, account, draft } = await draftOne(clients, index, encodeTransfer(target, 0n))
    const other = encodeTransfer(`0x${'99'.repeat(20)}`, 0n)
    await client.sponsor(account, { ...draft, callData: other })
  },
  async 'huge limits'(clients, index) {
    const { client, account, draft } = await draftOne(clients, index)
    const field = (['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const)[
      index % 3
    ]
    const { operation } = await client.sponsor(account, {
      ...draft,
      [field ?? 'callGasLimit']: 10n ** BigInt(6 + (index % 5)),
    })
    if (operation) await parts.include([operation])
  },
  async 'operations that fail in the block'(clients, index) {
    await setTarget('0x0')
    const { client, account, draft } = await draftOne(
      clients,
      index,
      encodeTransfer(target, 0n, '0x01'),
    )
    const { operation } = await client.sponsor(account, {
      ...draft,
      callGasLimit: (draft.callGasLimit * 3n) / 2n,
    })
    await setTarget('0x1')
    if (operation) await parts.include([operation])
  },
  async 'signatures that are asked for and never used'(clients, index) {
    const { client, account, draft } = await draftOne(clients, index)
    await client.sponsor(account, draft)
  },
  async 'the same operation again, and for another call or account'(clients, index) {
    const { client, account, draft } = await draftOne(clients, index)
    const { operation } = await client.sponsor(account, draft)
    if (!operation) return
    const other = await client.createAccount('0')
    const { factory: _, factoryData: __, ...plain } = operation
    const replays = [
      operation,
      operation,
      { ...plain, nonce: 0n },
      await client.signOperation(account, { ...plain, nonce: 1n }),
      await client.signOperation(account, { ...plain, nonce: 1n << 64n }),
      await client.signOperation(account, {
        ...plain,
        nonce: 1n,
        callData: encodeTransfer(target, 0n),
      }),
      await client.signOperation(other, { ...operation, sender: other.address }),
    ]
    await parts.include(replays)
  },
  async 'signatures of a stranger'(clients, index) {
    const { client, account, draft } = await draftOne(clients, index)
    const { paymasterData: _, ...bare } = draft
    const signer = createSigner(generatePrivateKey())
    const signed = await signer.sign(chain, paymasterAddress, bare as Operation, 4_000_000_000)
    await parts.include([await client.signOperation(account, signed)])
  },
}

/** Runs all attacks in turn. Returns what the paymaster's deposit lost. */
async function drain(provider: ReturnType<typeof startTwo>, count: number) {
  const before = await parts.deposit()
  const kinds = Object.values(attacks)
  for (let index = 0; index < count; index += 1) {
    await kinds[index % kinds.length]?.(provider.clients, index)
    if (index % 50 === 0) await provider.one.settle()
  }
  await provider.one.settle()
  return before - (await parts.deposit())
}

it('loses no more than its policy to 1,000 attempts to drain it, unlike without one', async () => {
  const limit = '0.01'
  const guarded = await drain(startTwo([withBudget('guarded', limit)]), 850)
  expect(guarded).toBeGreaterThan(0n)
  expect(guarded).toBeLessThanOrEqual(parseEther(limit))

  // Signatures that are over by the chain's clock.
  const late = startTwo([withBudget('late', '100')], () => Date.now() - 3_600_000)
  const before = await parts.deposit()
  for (let index = 0; index < 150; index += 1) {
    const { client, account, draft } = await draftOne(late.clients, index)
    const { operation } = await client.sponsor(account, draft)
    if (operation) expect(await parts.include([operation])).toBe(0)
  }
  expect(await parts.deposit()).toBe(before)

  const open = await drain(startTwo([withBudget('open', '100')]), 150)
  expect(open).toBeGreaterThan(parseEther(limit))
})
