import { findLookAlike } from '@latchkey/wire/lookAlike'
import type { WalletAction } from '../account/action.js'
import { knownSpender } from './knownSpenders.js'
import { readCall } from './readCall.js'
import { readSolana } from './readSolana.js'
import { readTypedData } from './readTypedData.js'
import { readSignIn, type SignIn } from './signIn.js'
import { type Refusal, receiverOf, type Step } from './steps.js'
import { typedDataRows } from './typedDataRows.js'

/** What asks for a second, deliberate step, each with its own warning. */
export type Danger =
  | 'look-alike'
  | 'unlimited'
  | 'all-items'
  | 'permit'
  | 'later-transfer'
  | 'unknown-spender'
  | 'plain-spender'
  | 'unknown-call'
  | 'unknown-token'
  | 'order'
  | 'relayed-call'
  | 'authority'
  | 'too-long'
  | 'hash'
  | 'unreadable'

export type Explanation = {
  readonly kind: 'calls' | 'sign-in' | 'message' | 'typed-data' | 'transactions'
  /** Every call and instruction, none left out. */
  readonly steps: readonly Step[]
  readonly signIn?: SignIn | undefined
  /** A message as it is signed; undefined where it is no readable text. */
  readonly text?: string
  readonly refusal?: Refusal | undefined
  /** What can be seen without asking the chain, most serious first. */
  readonly dangers: readonly Danger[]
}

/** Whom the person knows: receivers from before, and their own accounts. */
type Known = readonly string[]

/** Reads a request on its own, without trusting a word of the page. */
export function explain(action: WalletAction, origin: string, known: Known = []): Explanation {
  switch (action.kind) {
    case 'calls':
      return withDangers(
        { kind: 'calls', steps: action.calls.flatMap(readCall) },
        action.chainId,
        known,
      )
    case 'typed-data': {
      const read = readTypedData(action.data, action.chainId)
      const explanation = withDangers({ kind: 'typed-data', ...read }, action.chainId, known)
      if (typedDataRows(action.data).isWhole) return explanation
      return { ...explanation, dangers: [...explanation.dangers, 'too-long'] }
    }
    case 'solana-transactions':
      return withDangers(
        { kind: 'transactions', steps: action.transactions.flatMap(readSolana) },
        action.chainId,
        known,
      )
    case 'message':
    case 'solana-message': {
      const { bytes, account } = action
      const text = readable(action.text)
      const dangers: Danger[] = [
        ...(bytes.length === 32 ? (['hash'] as const) : []),
        ...(text === undefined ? (['unreadable'] as const) : []),
      ]
      const read = text === undefined ? undefined : readSignIn(text, { origin, account })
      return {
        kind: read?.signIn ? 'sign-in' : 'message',
        steps: [],
        dangers,
        ...(text !== undefined && { text }),
        ...read,
      }
    }
  }
}

/** Control and direction-changing characters could make a message read as something else. */
function readable(text: string | undefined): string | undefined {
  return text === undefined || /[^\P{C}\n\r\t]/u.test(text) ? undefined : text
}

function withDangers(
  read: Pick<Explanation, 'kind' | 'steps'> & { readonly refusal?: Refusal },
  chainId: string,
  known: Known,
): Explanation {
  const found = new Set(read.steps.flatMap((step) => dangersOf(step, chainId)))
  const receivers = read.steps.flatMap((step) => receiverOf(step) ?? [])
  if (receivers.some((one) => findLookAlike(one, known))) found.add('look-alike')
  return { ...read, dangers: gravest.filter((danger) => found.has(danger)) }
}

function dangersOf(step: Step, chainId: string): readonly Danger[] {
  switch (step.kind) {
    case 'allow':
      return [
        ...(step.amount === 'unlimited' ? (['unlimited'] as const) : []),
        ...(step.way === 'permit' ? (['permit'] as const) : []),
        ...(knownSpender(chainId, step.spender) ? [] : (['unknown-spender'] as const)),
      ]
    case 'allow-item':
      return [
        'permit',
        ...(knownSpender(chainId, step.spender) ? [] : (['unknown-spender'] as const)),
      ]
    case 'allow-all':
      return ['all-items']
    case 'send-token':
      return step.isLater ? ['later-transfer'] : []
    case 'order':
      return [step.what === 'permission' ? 'permit' : step.what]
    case 'call':
    case 'create':
    case 'program':
      return ['unknown-call']
    case 'authority':
      return ['authority']
    default:
      return []
  }
}

const gravest: readonly Danger[] = [
  'look-alike',
  'plain-spender',
  'all-items',
  'unlimited',
  'permit',
  'authority',
  'order',
  'relayed-call',
  'later-transfer',
  'unknown-call',
  'unknown-spender',
  'unknown-token',
]

/** What the chain said of the addresses in a request. */
export type Facts = {
  readonly tokens: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>
  /** Addresses that hold no contract. */
  readonly plain: ReadonlySet<string>
}

export const noFacts: Facts = { tokens: new Map(), plain: new Set() }

/** The dangers that only show once the chain was asked, together with the others. */
export function judge({ steps, dangers }: Explanation, facts: Facts): readonly Danger[] {
  const found = new Set(dangers)
  for (const step of steps) {
    const spender = spenderOf(step)
    // People do not spend for others: a spender without a contract is somebody's own pocket.
    if (spender && facts.plain.has(spender.toLowerCase())) found.add('plain-spender')
    const needsToken = step.kind === 'allow' || step.kind === 'send-token'
    if (!needsToken || step.decimals !== undefined) continue
    if (!step.token || !facts.tokens.has(step.token.toLowerCase())) found.add('unknown-token')
  }
  if (found.has('plain-spender')) found.delete('unknown-spender')
  return [
    ...gravest.filter((danger) => found.has(danger)),
    ...dangers.filter((danger) => !gravest.includes(danger)),
  ]
}

export function spenderOf(step: Step): string | undefined {
  if (step.kind === 'allow' || step.kind === 'allow-item') return step.spender
  return step.kind === 'allow-all' ? step.operator : undefined
}

/** The addresses worth asking the chain about. */
export function asked({ steps }: Explanation): {
  readonly tokens: readonly string[]
  readonly spenders: readonly string[]
} {
  const tokens = steps.flatMap((step) => ('token' in step && step.token ? [step.token] : []))
  const spenders = steps.flatMap((step) => spenderOf(step) ?? [])
  const unique = (list: readonly string[]) => [
    ...new Set(list.filter((item) => item.startsWith('0x')).map((item) => item.toLowerCase())),
  ]
  return { tokens: unique(tokens), spenders: unique(spenders) }
}
