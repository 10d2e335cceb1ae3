import { startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import { base58, base64 } from '@scure/base'
import {
  type Address,
  address,
  createSolanaRpc,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChainCall, ChainError } from '../api/chains.js'
import type { SolanaTransactionAction } from './action.js'
import { createEmbeddedWallet } from './createEmbeddedWallet.js'
import { solanaFee } from './solanaFee.js'
import {
  encodeTransaction,
  memo,
  openTokenAccount,
  programs,
  sendCoins,
  sendTokens,
  type TestInstruction,
  u64,
  unitLimit,
  unitPrice,
} from './solanaTransaction.fixture.js'
import { readSolanaTransaction } from './solanaTransaction.js'
import { createTestSigner } from './testSigner.fixture.js'
import { createSiteParts } from './walletParts.fixture.js'

const never = new AbortController().signal
const friend = address('4Nd1mYQgBvtTkL3sXnDwDWtPqGmXh4Yc9zQd1uF3cBzE')
const sol = 1_000_000_000n
let chain: Awaited<ReturnType<typeof startLocalSolana>>
let usdc: Address
/** Has 100 SOL and some USDC on the test chain. */
let alice: { readonly address: Address; readonly privateKey: Uint8Array }
/** Accounts that the test returns instead of the chain's. */
const extraAccounts = new Map<unknown, unknown>()
/** A method that the node does not respond to. */
let offline: string | undefined

beforeAll(async () => {
  chain = await startLocalSolana()
  const [first] = chain.accounts
  if (!first) throw new Error('The chain has no accounts.')
  alice = first
  const token = chain.settings.tokens?.find(({ symbol }) => symbol === 'USDC')
  usdc = address(token?.address ?? '')
})
afterAll(() => chain?.stop())

const rpc: ChainCall = async (_chain, method, params) => {
  if (method === offline) throw new TypeError('Failed to fetch')
  const [addresses] = params as [unknown]
  if (Array.isArray(addresses) && addresses.some((one) => extraAccounts.has(one))) {
    return { value: addresses.map((one) => extraAccounts.get(one) ?? null) }
  }
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new ChainError(error)
  return result
}

async function encode(
  instructions: readonly TestInstruction[],
  options: Parameters<typeof encodeTransaction>[1] = {},
): Promise<Uint8Array> {
  const { value } = await createSolanaRpc(chain.url).getLatestBlockhash().send()
  const { blockhash } = value
  return encodeTransaction(instructions, { payer: alice.address, blockhash, ...options })
}

async function prepare(...transactions: readonly Uint8Array[]): Promise<SolanaTransactionAction> {
  const signer = createTestSigner({ seed: alice.privateKey })
  const { id } = chain.settings
  const wallet = createEmbeddedWallet({
    ...createSiteParts(),
    signer: async () => signer,
    preferredType: () => 'eoa',
    chains: [{ id, name: 'Solana', coin: { symbol: 'SOL', decimals: 9 }, hasBundler: false }],
    rpc,
    bundler: rpc,
    balances: async () => [],
  })
  const params = { transactions: transactions.map((bytes) => base58.encode(bytes)) }
  const call = { method: 'solana_signAllTransactions', params, chainId: id }
  return (await wallet.prepare(call, never)).action as SolanaTransactionAction
}

async function tokenAccountOf(owner: Address): Promise<Address> {
  const seeds = [owner, address(programs.token), usdc].map((one) => getAddressEncoder().encode(one))
  const programAddress = address(programs.associatedToken)
  const [found] = await getProgramDerivedAddress({ programAddress, seeds })
  return found
}

async function simulate(...transactions: readonly (readonly TestInstruction[])[]) {
  const encoded = transactions.map((instructions) => encode(instructions))
  return (await prepare(...(await Promise.all(encoded)))).simulation
}

describe('fee', () => {
  it('is never more than shown, and exact when the request sets a limit', async () => {
    const own = alice.address
    const cases: [isExact: boolean, readonly TestInstruction[]][] = [
      [true, [memo('gm')]],
      [false, [unitPrice(7n), memo('gm')]],
      [false, [unitPrice(5_000_000n), sendCoins(own, friend, 1n), memo('a'), memo('b')]],
      [true, [unitLimit(33_333), unitPrice(333n), sendCoins(own, friend, 1n)]],
      [true, [unitLimit(5_000_000), unitPrice(1_000_003n), memo('gm')]],
    ]
    for (const [isExact, instructions] of cases) {
      const bytes = await encode(instructions)
      const read = readSolanaTransaction(bytes)
      if (!read) throw new Error('The transaction cannot be read.')
      const message = base64.encode(bytes.slice(read.messageStart))
      const { value } = (await rpc('', 'getFeeForMessage', [message], never)) as { value: number }
      const shown = solanaFee(read.message)
      if (isExact) expect(shown).toBe(BigInt(value))
      expect(shown).toBeGreaterThanOrEqual(BigInt(value))
    }
  })
})

describe('simulation', () => {
  it('counts the fee, transfers and deposits of every transaction', async () => {
    const own = alice.address
    const coins = { token: undefined, symbol: 'SOL', decimals: 9, before: 100n * sol }
    expect(await simulate([unitLimit(1_400_000), unitPrice(10_142_857_142n), memo('gm')])).toEqual({
      status: 'succeeded',
      changes: [{ ...coins, units: -14_200_004_999n }],
      losesControl: false,
    })
    const stranger = await generateKeyPairSigner()
    const [tokens, fresh] = await Promise.all([own, stranger.address].map(tokenAccountOf))
    const sent = [
      openTokenAccount(own, fresh as string, stranger.address, usdc),
      sendTokens(tokens as string, usdc, fresh as string, own, 7_000_000n),
    ]
    expect(await simulate(sent, [sendCoins(own, friend, sol)])).toEqual({
      status: 'succeeded',
      changes: [
        { ...coins, units: -sol - 2_039_280n - 10_000n },
        {
          token: usdc,
          symbol: undefined,
          decimals: 6,
          units: -7_000_000n,
          before: expect.any(BigInt),
        },
      ],
      losesControl: false,
    })
  })

  it('reports when an account gets another owner or spender', async () => {
    const own = alice.address
    const tokens = await tokenAccountOf(own)
    const stranger = [...base58.decode(friend)]
    const token = (data: readonly number[], ...accounts: readonly string[]) => ({
      program: programs.token,
      accounts,
      data,
    })
    const cases = [
      token([4, ...u64(5n)], tokens, friend, own),
      token([6, 2, 1, ...stranger], tokens, own),
      token([6, 3, 1, ...stranger], tokens, own),
      { program: programs.system, accounts: [own], data: [1, 0, 0, 0, ...stranger] },
    ]
    for (const one of cases) expect(await simulate([one])).toMatchObject({ losesControl: true })
    expect(await simulate([memo('gm')])).toMatchObject({ losesControl: false })
  })

  it('distinguishes a failure from a node that does not respond', async () => {
    expect(await simulate([sendCoins(alice.address, friend, 101n * sol)])).toEqual({
      status: 'failed',
    })
    offline = 'simulateTransaction'
    expect(await simulate([memo('gm')])).toEqual({ status: 'unavailable' })
    offline = undefined
  })
})

describe('lookup tables', () => {
  it('are read from the node, and left out when the node does not know them', async () => {
    const table = base58.encode(new Uint8Array(32).fill(77))
    const lookups = { table, addresses: [friend] }
    const bytes = await encode([sendCoins(alice.address, friend, 1n)], { lookups })
    const loaded = async () => (await prepare(bytes)).transactions.map((one) => one.loaded)
    const data = Uint8Array.from([...new Uint8Array(56), ...base58.decode(friend)])
    const account = (owner: string) => ({
      lamports: 1,
      owner,
      data: [base64.encode(data), 'base64'],
    })
    extraAccounts.set(table, account('AddressLookupTab1e1111111111111111111111111'))
    expect(await loaded()).toEqual([[friend]])
    extraAccounts.set(table, account(programs.system))
    expect(await loaded()).toEqual([[undefined]])
    offline = 'getMultipleAccounts'
    expect(await loaded()).toEqual([[undefined]])
    offline = undefined
  })
})
