const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Contracts whose ways with an allowance are public and settled; the same code at one address everywhere. */
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

/** What a spender is called, if it is one that many people know. */
export function knownSpender(chainId: string, address: string): string | undefined {
  const key = address.toLowerCase()
  return everywhere.get(key) ?? (chainId === 'eip155:1' ? onMainnet.get(key) : undefined)
}

/** One thing that happens when the person says yes. Addresses are as written on their chain. */
export type Step =
  | {
      readonly kind: 'send-coin'
      /** Where it is not the account that signs. */
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
      /** Where the request itself says it; else the chain is asked. */
      readonly decimals?: number
      /** A signature that somebody else hands in later. */
      readonly isLater?: true
      /** The token's maker may charge, freeze or take back (Token-2022). */
      readonly hasOwnRules?: true
      readonly expires?: bigint
    }
  | {
      readonly kind: 'allow'
      readonly token: string | undefined
      readonly spender: string
      readonly amount: bigint | 'unlimited'
      /** `approve` replaces what was allowed before, `increase` adds to it, `permit` is a signature. */
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
  /** An order of a market, or something that others may hand in with this signature. */
  | {
      readonly kind: 'order'
      readonly what: 'order' | 'relayed-call' | 'permission' | 'unknown-data'
      readonly trade?: Trade
    }
  | { readonly kind: 'program'; readonly program: string; readonly data: string }
  | { readonly kind: 'authority'; readonly account: string; readonly program: string }
  /** Pays the deposit of a new account, which whoever owns the account can take out. */
  | {
      readonly kind: 'open-account'
      readonly account: string
      readonly owner: string
      readonly isOwn: boolean
      /** Undefined where the token decides it. */
      readonly units: bigint | undefined
    }
  /** What is left in the account, deposit included, goes to `to`. */
  | {
      readonly kind: 'close-account'
      readonly account: string
      readonly to: string
      readonly isOwn: boolean
    }
  /** The transaction stays valid until it is sent, however long that takes. */
  | { readonly kind: 'durable-nonce'; readonly account: string }
  | { readonly kind: 'memo'; readonly text: string }

/** What an order exchanges, as far as it says so. */
export type Trade = {
  readonly gives: readonly TradeSide[]
  readonly gets: readonly TradeSide[]
  /** Where it is not the account that signs. */
  readonly recipient?: string
}

export type TradeSide = {
  /** Undefined for the network's own coin. */
  readonly token: string | undefined
  readonly units: bigint
  readonly isItem?: boolean
}

/** Whom a step hands something to; undefined where it does not, or where the request does not say. */
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

/** From here on a spender can take whatever there will ever be; some tokens count in fewer bits. */
const practicallyUnlimited = 2n ** 159n
const fullCounters = new Set([2n ** 96n - 1n, 2n ** 128n - 1n])

export function allowance(units: bigint): bigint | 'unlimited' {
  return units >= practicallyUnlimited || fullCounters.has(units) ? 'unlimited' : units
}
