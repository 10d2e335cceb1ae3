import { type Hex, keccak256, toHex } from 'viem'
import type {
  Call,
  CallsAction,
  Simulation,
  TypedDataAction,
  WalletAction,
} from '../../account/action.js'
import { encodeTransaction, type TestInstruction } from '../../account/solanaTransaction.fixture.js'
import type { Facts } from '../assessRisk.js'
import type { Danger } from '../danger/danger.js'

/** A request, and the facts the network has about it. */
export type Sample = {
  readonly name: string
  readonly action: WalletAction
  readonly known?: readonly string[]
  readonly plain?: readonly string[]
  readonly fee?: bigint
  readonly simulation?: Simulation
}

/** A hostile request, and the danger that must be shown for it. */
export type DrainerSample = Sample & { readonly danger: Danger | 'blocked' }

export const evmChain = 'eip155:1'
export const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const origin = 'https://app.example'
export const ether = 10n ** 18n
export const sol = 10n ** 9n

/** The same address for the same name in every run. */
export const evmAddress = (name: string): Hex => keccak256(toHex(name)).slice(0, 42) as Hex

export const visitor = evmAddress('visitor')
export const thief = evmAddress('thief')
export const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const dai: Hex = '0x6b175474e89094c44da98b954eedeac495271d0f'
export const apes: Hex = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
export const permit2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const seaport: Hex = '0x0000000000000068f116a894984e2db1123eb395'

export const facts = ({ plain = [] }: Sample): Facts => ({
  tokens: new Map([
    [usdc, { symbol: 'USDC', decimals: 6 }],
    [dai, { symbol: 'DAI', decimals: 18 }],
  ]),
  plain: new Set(plain),
})

const unavailable = Promise.resolve({ status: 'unavailable' } as const)

export function callsOf(...calls: readonly Partial<Call>[]): CallsAction {
  return {
    kind: 'calls',
    chainId: evmChain,
    account: visitor,
    calls: calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data })),
    ownAccounts: [],
    fee: Promise.resolve(0n),
    simulation: unavailable,
  }
}

export type Fields = Readonly<Record<string, string>>

/** Typed data with `types` as "name: type" pairs of every struct. */
export function typedData(
  primaryType: string,
  types: Readonly<Record<string, Fields>>,
  message: Readonly<Record<string, unknown>>,
  domain: Readonly<Record<string, unknown>> = { chainId: 1, verifyingContract: usdc },
): TypedDataAction {
  const members = Object.entries(types).map(([struct, fields]) => [
    struct,
    Object.entries(fields).map(([name, type]) => ({ name, type })),
  ])
  return {
    kind: 'typed-data',
    chainId: evmChain,
    account: visitor,
    data: { domain, primaryType, types: Object.fromEntries(members), message },
  }
}

export function messageOf(text: string, over: Partial<WalletAction> = {}): WalletAction {
  const bytes = new TextEncoder().encode(text)
  const message = { kind: 'message', chainId: evmChain, account: visitor, bytes, text }
  return { ...message, ...over } as WalletAction
}

type Options = Parameters<typeof encodeTransaction>[1] & {
  readonly loaded?: readonly (string | undefined)[]
}

/** Transactions of the account that also pays for them. */
export function solanaRequest(
  account: string,
  transactions: readonly (readonly TestInstruction[] | Uint8Array)[],
  { loaded = [], ...options }: Options = {},
): WalletAction {
  return {
    kind: 'solana-transactions',
    chainId: solanaChain,
    account,
    transactions: transactions.map((one) => ({
      bytes:
        one instanceof Uint8Array ? one : encodeTransaction(one, { payer: account, ...options }),
      loaded,
    })),
    sends: false,
    simulation: unavailable,
  }
}

/** One sample per item, named by family and index. */
export function family<item, sample extends Sample>(
  name: string,
  items: readonly item[],
  build: (item: item, index: number) => Omit<sample, 'name'>,
): readonly sample[] {
  return items.map(
    (item, index) => ({ name: `${name} ${index + 1}`, ...build(item, index) }) as sample,
  )
}

export const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => at)
