import { findLookAlike, isSameAddress } from '@latchkey/wire/lookAlike'
import { getRecipient, knownSpender, type Step, type Trade } from '../steps.js'

/** Dangers that need an extra confirmation, each with its own warning; most serious first. */
export const dangerOrder = [
  'look-alike',
  'plain-spender',
  'large-drop',
  'all-items',
  'unlimited',
  'over-balance',
  'permit',
  'authority',
  'delegate-call',
  'worthless-order',
  'sweep',
  'high-fee',
  'hidden-outflow',
  'foreign-deposit',
  'hidden-address',
  'order',
  'relayed-call',
  'later-transfer',
  'no-expiry',
  'unknown-call',
  'granted-call',
  'unknown-data',
  'unknown-spender',
  'unknown-token',
  'extended-token',
  'too-long',
  'hash',
  'unreadable',
] as const

export type Danger = (typeof dangerOrder)[number]

export function sortDangers(found: ReadonlySet<Danger>): readonly Danger[] {
  return dangerOrder.filter((danger) => found.has(danger))
}

export type DangerContext = {
  readonly chainId: string
  /** Earlier recipients and the visitor's own accounts. */
  readonly known: readonly string[]
  /** Addresses from lookup tables. */
  readonly loaded: readonly string[]
}

/** Dangers that are visible without the network. */
export function findDangers(
  steps: readonly Step[],
  { chainId, known, loaded }: DangerContext,
): ReadonlySet<Danger> {
  const found = new Set(steps.flatMap((step) => findStepDangers(step, chainId)))
  const recipients = steps.flatMap((step) => getRecipient(step) ?? [])
  if (recipients.some((one) => findLookAlike(one, known))) found.add('look-alike')
  if (steps.some((step) => hasHiddenAddress(step, loaded))) found.add('hidden-address')
  if (paysForOthers(steps)) found.add('foreign-deposit')
  if (countAssetsForStrangers(steps, known) >= sweepSize) found.add('sweep')
  return found
}

function findStepDangers(step: Step, chainId: string): readonly Danger[] {
  const unknown = (spender: string): readonly Danger[] =>
    knownSpender(chainId, spender) ? [] : ['unknown-spender']
  switch (step.kind) {
    case 'allow':
      return [
        ...(step.amount === 'unlimited' ? (['unlimited'] as const) : []),
        ...(step.way === 'permit' ? (['permit'] as const) : []),
        ...(step.hasOwnRules ? (['extended-token'] as const) : []),
        ...unknown(step.spender),
      ]
    case 'allow-item':
      return ['permit', ...unknown(step.spender)]
    case 'allow-all':
      return ['all-items']
    case 'send-token':
      return [
        ...(step.isLater ? (['later-transfer'] as const) : []),
        ...(step.hasOwnRules ? (['extended-token'] as const) : []),
      ]
    case 'order':
      return [
        step.what === 'permission' ? 'permit' : step.what,
        ...(step.trade && isWorthless(step.trade) ? (['worthless-order'] as const) : []),
      ]
    case 'call':
    case 'create':
    case 'program':
      return ['unknown-call']
    case 'delegate-call':
      return ['delegate-call']
    case 'authority':
      return ['authority']
    case 'close-account':
      return step.isOwn ? [] : ['authority']
    case 'durable-nonce':
      return ['no-expiry']
    case 'grant-spend':
      return step.total === 'unlimited' ? ['unlimited'] : []
    case 'grant-call':
      return ['granted-call']
    default:
      return []
  }
}

/** Orders that pay only the smallest unit are a common way to steal collections. */
function isWorthless({ gets }: Trade): boolean {
  return !gets.some(({ units, isItem }) => (isItem ? units > 0n : units > 1n))
}

/** The signature does not cover an address from a lookup table. */
function hasHiddenAddress(step: Step, loaded: readonly string[]): boolean {
  // Already reported as `unknown-call`.
  if (step.kind === 'program') return false
  return Object.entries(step).some(
    ([field, value]) => addressFields.has(field) && (value === '' || loaded.includes(value)),
  )
}

const addressFields: ReadonlySet<string> = new Set(
  'from to token spender operator collection account owner'.split(' '),
)

/** Lamports: enough for four new token accounts, but not for more. */
const usualDeposits = 10_000_000n
const unknownDeposit = 5_000_000n

/** Sending a token to a new recipient pays for their account; more is a danger. */
function paysForOthers(steps: readonly Step[]): boolean {
  const opened = steps.filter((step) => step.kind === 'open-account').filter((one) => !one.isOwn)
  const filled = new Set(steps.flatMap((step) => (step.kind === 'send-token' ? [step.to] : [])))
  const total = opened.reduce((sum, { units }) => sum + (units ?? unknownDeposit), 0n)
  return total > usualDeposits || opened.some(({ account }) => !filled.has(account))
}

const sweepSize = 3

/** How many different assets go to addresses that the visitor does not know. */
function countAssetsForStrangers(steps: readonly Step[], known: readonly string[]): number {
  const assets = steps.flatMap((step) => {
    const to = getRecipient(step)
    if (to === undefined || known.some((one) => isSameAddress(one, to))) return []
    if (step.kind === 'send-token') return [step.token ?? `of ${to}`]
    return [step.kind === 'send-items' ? step.collection : '']
  })
  return new Set(assets).size
}
