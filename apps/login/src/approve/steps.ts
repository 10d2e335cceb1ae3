import type { Target } from '@latchkey/wire/login/permissions'
import type { GrantChange } from '../account/grants/limitGrant.js'

const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Well-known contracts that spend allowances, with the same code and address on every chain. */
const everywhere = new Map([
  [permit2, 'Permit2'],
  ['0x0000000000000068f116a894984e2db1123eb395', 'Seaport 1.6'],
  ['0x00000000000000adc04c56bf30ac9d3c0aaf14dc', 'Seaport 1.5'],
])

const onMainnet = new Map([
  ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'Uniswap V2 Router'],
  ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', 'Uniswap V3 Router'],
  ['0x111111125421ca6dc452d289314280a0f8842a65', '1inch Router v6'],
  ['0xdef1c0ded9bec7f1a1670819833240f027b25eff', '0x Exchange Proxy'],
  ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'Aave V3 Pool'],
])

/** The name of a well-known spender. */
export function knownSpender(chainId: string, address: string): string | undefined {
  const key = address.toLowerCase()
  return everywhere.get(key) ?? (chainId === 'eip155:1' ? onMainnet.get(key) : undefined)
}

/** One effect of confirming a request. Addresses are in the format of their chain. */
export type Step =
  | {
      readonly kind: 'send-coin'
      /** Set if it is not the signing account. */
      readonly from?: string
      readonly to: string
      readonly units: bigint
    }
  | {
      readonly kind: 'send-token'
      readonly token: string | undefined
      readonly from?: string
      readonly to: string
      readonly units: bigint
      /** Set if the request states it; otherwise read from the chain. */
      readonly decimals?: number
      /** A signature that others can submit later. */
      readonly isLater?: true
      /** The issuer may charge fees, freeze or take back tokens (Token-2022). */
      readonly hasOwnRules?: true
      readonly expires?: bigint
    }
  | {
      readonly kind: 'allow'
      readonly token: string | undefined
      readonly spender: string
      readonly amount: bigint | 'unlimited'
      /** `approve` replaces the allowance, `increase` adds to it, `permit` is a signature. */
      readonly way: 'approve' | 'increase' | 'permit'
      readonly decimals?: number
      readonly expires?: bigint
      readonly hasOwnRules?: true
    }
  | { readonly kind: 'revoke'; readonly token: string | undefined; readonly spender: string }
  | { readonly kind: 'allow-all'; readonly collection: string; readonly operator: string }
  | {
      readonly kind: 'allow-item'
      readonly collection: string
      readonly spender: string
      readonly item: bigint
      readonly expires?: bigint
    }
  | {
      readonly kind: 'send-items'
      readonly collection: string
      readonly from: string
      readonly to: string
      readonly items: readonly { readonly id: bigint; readonly count: bigint }[]
    }
  | { readonly kind: 'create'; readonly units: bigint; readonly bytes: number }
  | {
      readonly kind: 'call'
      readonly to: string
      readonly units: bigint
      readonly selector: string
      readonly data: string
    }
  /** Runs a contract's code as the account itself. */
  | { readonly kind: 'delegate-call'; readonly to: string; readonly data: string }
  /** A market order, or anything else that others may submit with this signature. */
  | {
      readonly kind: 'order'
      readonly what: 'order' | 'relayed-call' | 'permission' | 'unknown-data'
      readonly trade?: Trade
    }
  | { readonly kind: 'program'; readonly program: string; readonly data: string }
  | { readonly kind: 'authority'; readonly account: string; readonly program: string }
  /** Pays the deposit of a new account, which its owner can withdraw. */
  | {
      readonly kind: 'open-account'
      readonly account: string
      readonly owner: string
      readonly isOwn: boolean
      /** Undefined if the token decides it. */
      readonly units: bigint | undefined
    }
  /** Sends the remaining balance, including the deposit, to `to`. */
  | {
      readonly kind: 'close-account'
      readonly account: string
      readonly to: string
      readonly isOwn: boolean
    }
  /** The transaction never expires. */
  | { readonly kind: 'durable-nonce'; readonly account: string }
  | { readonly kind: 'memo'; readonly text: string }
  /** What follows happens in the name of another account of the visitor. */
  | { readonly kind: 'own-account'; readonly account: string }
  | { readonly kind: 'revoke-grant'; readonly account: string; readonly id: string }
  | { readonly kind: 'revoke-grants'; readonly account: string }
  | { readonly kind: 'upgrade'; readonly account: string; readonly implementation: string }
  | GrantStep

/** A part of a permission for a key of the site. */
export type GrantStep =
  | {
      readonly kind: 'grant-spend'
      /** In lower case; undefined for the network's coin. */
      readonly token: string | undefined
      /** In each period of so many seconds, or once. */
      readonly amount: bigint | 'unlimited'
      readonly period: number
      /** Set if it begins later. */
      readonly start: bigint | undefined
      /** Over all periods. */
      readonly total: bigint | 'unlimited'
    }
  | {
      readonly kind: 'grant-call'
      readonly to: string
      /** The names come from the site. */
      readonly functions: readonly (Pick<Target, 'selector' | 'valueLimit' | 'rules'> & {
        readonly name: string
      })[]
    }
  | {
      readonly kind: 'grant-terms'
      readonly key: string
      readonly validUntil: number
      readonly maxCalls: number
      readonly rate: { readonly calls: number; readonly period: number } | undefined
      readonly feeLimit: bigint
      readonly hasSponsor: boolean
      /** The most of each token; the zero address for the network's coin. */
      readonly totals: readonly { readonly token: string; readonly total: bigint | 'unlimited' }[]
    }
  /** What was reduced, and to what. */
  | {
      readonly kind: 'grant-changes'
      readonly changes: readonly GrantChange[]
      readonly validUntil: number
      readonly maxCalls: number
      readonly feeLimit: bigint
    }

/** What an order exchanges, if it can be decoded. */
export type Trade = {
  readonly gives: readonly TradeSide[]
  readonly gets: readonly TradeSide[]
  /** Set if it is not the signing account. */
  readonly recipient?: string
}

export type TradeSide = {
  /** Undefined for the network's own coin. */
  readonly token: string | undefined
  readonly units: bigint
  readonly isItem?: boolean
}

/** The recipient of a step; undefined if there is none or it is unknown. */
export function getRecipient(step: Step): string | undefined {
  const isSent = ['send-coin', 'send-token', 'send-items'].includes(step.kind)
  return (isSent && 'to' in step && step.to) || undefined
}

/** Why a request cannot be confirmed at all. */
export type Block =
  | { readonly why: 'sign-in-elsewhere'; readonly domain: string }
  | { readonly why: 'sign-in-malformed' }
  | { readonly why: 'sign-in-other-account' }
  | { readonly why: 'sign-in-insecure' }
  | { readonly why: 'other-chain'; readonly chainId: string }
  | { readonly why: 'whole-account' }
  | { readonly why: 'fee' }

/** More than any supply, so effectively unlimited; some tokens use fewer bits. */
const practicallyUnlimited = 2n ** 159n
const fullCounters = new Set([2n ** 96n - 1n, 2n ** 128n - 1n])

export function allowance(units: bigint): bigint | 'unlimited' {
  return units >= practicallyUnlimited || fullCounters.has(units) ? 'unlimited' : units
}
