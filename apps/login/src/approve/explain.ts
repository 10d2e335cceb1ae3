import type { WalletAction } from '../account/action.js'
import { getFeeLevel } from '../account/feeLimits.js'
import { type Danger, findDangers, sortDangers } from './danger/danger.js'
import { readGrant } from './readGrant.js'
import { readOwnCall } from './readOwnCall.js'
import { readSolana } from './readSolana.js'
import { readTypedData } from './readTypedData.js'
import { readSignIn, type SignIn } from './signIn.js'
import { type Block, getRecipient, type Step } from './steps.js'
import { typedDataRows } from './typedDataRows.js'

export type Explanation = {
  readonly kind: 'calls' | 'grant' | 'sign-in' | 'message' | 'typed-data' | 'transactions'
  /** All calls and instructions. */
  readonly steps: readonly Step[]
  readonly signIn?: SignIn | undefined
  /** A message exactly as it is signed; undefined if it is not readable text. */
  readonly text?: string
  readonly block?: Block | undefined
  /** The highest network fee, if the request itself states it. */
  readonly fee?: bigint
  /** Addresses from lookup tables, as the network reports them. */
  readonly loaded: readonly string[]
  /** Dangers visible without the chain, most serious first. */
  readonly dangers: readonly Danger[]
}

/** Earlier recipients and the user's own accounts. */
type Known = readonly string[]

const solanaCoin = { symbol: 'SOL', decimals: 9 }

/** Decodes a request without trusting anything the page says about it. */
export function explain(action: WalletAction, origin: string, known: Known = []): Explanation {
  const { chainId, account } = action
  switch (action.kind) {
    case 'calls': {
      const steps = action.calls.flatMap((call) => readOwnCall(call, action))
      const found = findDangers(steps, { chainId, known, loaded: [] })
      return { kind: 'calls', steps, loaded: [], dangers: sortDangers(found) }
    }
    case 'grant': {
      const steps = readGrant(action)
      const found = findDangers(steps, { chainId, known, loaded: [] })
      return { kind: 'grant', steps, loaded: [], dangers: sortDangers(found) }
    }
    case 'typed-data': {
      const read = readTypedData(action.data, { chainId, account })
      const found = new Set(findDangers(read.steps, { chainId, known, loaded: [] }))
      if (!typedDataRows(action.data).isWhole) found.add('too-long')
      return { kind: 'typed-data', ...read, loaded: [], dangers: sortDangers(found) }
    }
    case 'solana-transactions': {
      const read = action.transactions.map((one) => readSolana(one, account))
      const steps = read.flatMap((one) => one.steps)
      const fee = read.reduce((sum, one) => sum + one.fee, 0n)
      const loaded = read.flatMap((one) => one.loaded)
      const found = new Set(findDangers(steps, { chainId, known, loaded }))
      const feeLevel = getFeeLevel(fee, solanaCoin)
      if (feeLevel !== 'usual') found.add('high-fee')
      const block: Block | undefined = feeLevel === 'too-high' ? { why: 'fee' } : undefined
      return { kind: 'transactions', steps, fee, loaded, block, dangers: sortDangers(found) }
    }
    case 'message':
    case 'solana-message': {
      const text = readable(action.text)
      const found = new Set<Danger>()
      if (action.bytes.length === 32) found.add('hash')
      if (text === undefined) found.add('unreadable')
      const read = text === undefined ? undefined : readSignIn(text, { origin, account })
      return {
        kind: read?.signIn ? 'sign-in' : 'message',
        steps: [],
        loaded: [],
        dangers: sortDangers(found),
        ...(text !== undefined && { text }),
        ...read,
      }
    }
  }
}

/** The recipients of a request. */
export function findRecipients(action: WalletAction, origin: string): readonly string[] {
  return explain(action, origin).steps.flatMap((step) => getRecipient(step) ?? [])
}

/** Control and direction-changing characters could make a message read as something else. */
function readable(text: string | undefined): string | undefined {
  return text === undefined || /[^\P{C}\n\r\t]/u.test(text) ? undefined : text
}
