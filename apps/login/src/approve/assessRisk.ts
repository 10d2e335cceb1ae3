import { zeroAddress } from '@latchkey/wire/login/permissions'
import type { BalanceChange, Holding, Simulation } from '../account/action.js'
import { type Coin, getFeeLevel } from '../account/feeLimits.js'
import { type Danger, sortDangers } from './danger/danger.js'
import type { Explanation } from './explain.js'
import type { Step } from './steps.js'

/** What the chain knows about the addresses in a request. */
export type Facts = {
  readonly tokens: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>
  /** Addresses that hold no contract. */
  readonly plain: ReadonlySet<string>
}

export const noFacts: Facts = { tokens: new Map(), plain: new Set() }

/** The network's results about a request so far; missing ones are left out. */
export type Evidence = {
  readonly facts?: Facts | undefined
  readonly chainId: string
  readonly account: string
  readonly coin: Coin
  readonly fee?: bigint | undefined
  readonly simulation?: Simulation | undefined
  /** What the account has of what a key could spend; `unknown` if the network does not say. */
  readonly holdings?: readonly Holding[] | 'unknown' | undefined
}

/** All dangers, including those that only the network shows. */
export function assessRisk(explanation: Explanation, evidence: Evidence): readonly Danger[] {
  const { steps, dangers } = explanation
  const { facts, fee, simulation } = evidence
  const found = new Set(dangers)
  for (const danger of facts ? findAddressDangers(steps, facts) : []) found.add(danger)
  if (found.has('plain-spender')) found.delete('unknown-spender')
  if (fee !== undefined && getFeeLevel(fee, evidence.coin) !== 'usual') found.add('high-fee')
  if (exceedsHoldings(steps, evidence)) found.add('over-balance')
  if (simulation?.status === 'succeeded') {
    if (simulation.losesControl) found.add('authority')
    for (const danger of findChangeDangers(simulation.changes, steps, evidence)) found.add(danger)
  }
  return sortDangers(found)
}

function findAddressDangers(steps: readonly Step[], { tokens, plain }: Facts): readonly Danger[] {
  return steps.flatMap((step): Danger[] => {
    const spender = spenderOf(step)
    // Apps that spend are contracts: an address without code belongs to a person.
    if (spender && plain.has(spender.toLowerCase())) return ['plain-spender']
    if (step.kind === 'grant-spend') {
      return step.token === undefined || tokens.has(step.token) ? [] : ['unknown-token']
    }
    const needsToken = step.kind === 'allow' || step.kind === 'send-token'
    if (!needsToken || step.decimals !== undefined) return []
    return step.token && tokens.has(step.token.toLowerCase()) ? [] : ['unknown-token']
  })
}

/** Whether a key could spend more than there is. Of the coin, its fees count too. */
function exceedsHoldings(steps: readonly Step[], { holdings }: Evidence): boolean {
  if (holdings === undefined) return false
  const fees = steps.reduce((sum, step) => (step.kind === 'grant-terms' ? step.feeLimit : sum), 0n)
  return steps.some((step) => {
    if (step.kind !== 'grant-spend' || step.total === 'unlimited') return false
    if (holdings === 'unknown') return true
    const token = step.token ?? zeroAddress
    const held = holdings.find((one) => one.token === token)?.balance ?? 0n
    return step.total + (step.token === undefined ? fees : 0n) > held
  })
}

export function spenderOf(step: Step): string | undefined {
  if (step.kind === 'allow' || step.kind === 'allow-item') return step.spender
  return step.kind === 'allow-all' ? step.operator : undefined
}

/** Steps whose effect is unknown. */
const unreadable: ReadonlySet<Step['kind']> = new Set(['call', 'create', 'program'])

function findChangeDangers(
  changes: readonly BalanceChange[],
  steps: readonly Step[],
  { account, chainId, fee = 0n }: Evidence,
): readonly Danger[] {
  const isSolana = chainId.startsWith('solana:')
  const named = namedOutflows(steps, account)
  // The simulation includes the fee on Solana only.
  if (isSolana) add(named, coinKey, fee)
  const isReadable = !steps.some(({ kind }) => unreadable.has(kind))
  // A transfer without a mint could be of any token.
  const isAnyToken = steps.some((step) => step.kind === 'send-token' && !step.token)
  const totals = new Map<string, { units: bigint; before: bigint | undefined }>()
  for (const { token, isItems, units, before } of changes) {
    const key = assetKey(token, isItems)
    const total = totals.get(key)
    const both = before === undefined ? undefined : before + (total?.before ?? 0n)
    totals.set(key, { units: units + (total?.units ?? 0n), before: both })
  }
  return [...totals].flatMap(([key, { units, before }]): Danger[] => {
    const unnamed = -units - (named.get(key) ?? 0n)
    if (unnamed <= 0n || (isAnyToken && key !== coinKey)) return []
    const isLarge = before !== undefined && unnamed * 2n > before
    return [
      ...(isReadable ? (['hidden-outflow'] as const) : []),
      ...(isLarge ? (['large-drop'] as const) : []),
    ]
  })
}

const coinKey = 'coin'
const wrappedCoin = 'So11111111111111111111111111111111111111112'
/** Upper limit for a token account with unknown extensions. */
const maxDeposit = 10_000_000n

/** Wrapped coins count as coins, because wrapping moves no value away. */
function assetKey(token: string | undefined, isItems?: boolean): string {
  if (token === undefined || token === wrappedCoin) return coinKey
  const address = token.startsWith('0x') ? token.toLowerCase() : token
  return isItems ? `items of ${address}` : address
}

function add(totals: Map<string, bigint>, key: string, units: bigint): void {
  totals.set(key, (totals.get(key) ?? 0n) + units)
}

/** The amounts that leave the account according to the steps. */
function namedOutflows(steps: readonly Step[], account: string): Map<string, bigint> {
  const named = new Map<string, bigint>()
  const isOwn = (from: string | undefined) =>
    from === undefined || from === account || from.toLowerCase() === account.toLowerCase()
  for (const step of steps) {
    switch (step.kind) {
      case 'send-coin':
        if (isOwn(step.from)) add(named, coinKey, step.units)
        break
      case 'call':
      case 'create':
        add(named, coinKey, step.units)
        break
      case 'open-account':
        add(named, coinKey, step.units ?? maxDeposit)
        break
      case 'send-token':
        if (!isOwn(step.from)) break
        add(named, assetKey(step.token), step.units)
        // The same call moves one item of a collection.
        add(named, assetKey(step.token, true), 1n)
        break
      case 'send-items': {
        const count = step.items.reduce((sum, item) => sum + item.count, 0n)
        if (isOwn(step.from)) add(named, assetKey(step.collection, true), count)
        break
      }
    }
  }
  return named
}
