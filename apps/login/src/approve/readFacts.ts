import type { Clock } from '../screens/clock.js'
import type { Lookups } from '../screens/screens.js'
import { type Facts, spenderOf } from './assessRisk.js'
import type { Explanation } from './explain.js'

/** After this timeout the facts stay unknown. */
const patience = 8_000

/** Reads facts about the addresses in a request from the chain. Never rejects. */
export async function readFacts(
  explanation: Explanation,
  {
    chainId,
    lookups,
    clock,
    signal,
  }: {
    readonly chainId: string
    readonly lookups: Lookups
    readonly clock: Clock
    readonly signal: AbortSignal
  },
): Promise<Facts> {
  const { tokens, spenders } = findLookups(explanation)
  const late = new AbortController()
  const forget = clock.after(patience, () => late.abort())
  const until = AbortSignal.any([signal, late.signal])
  const settle = <value>(promise: Promise<value>) =>
    new Promise<value | undefined>((resolve) => {
      until.addEventListener('abort', () => resolve(undefined))
      promise.then(resolve, () => resolve(undefined))
    })
  const [known, contracts] = await Promise.all([
    Promise.all(tokens.map((token) => settle(lookups.token(chainId, asAddress(token), until)))),
    Promise.all(
      spenders.map((spender) => settle(lookups.isContract(chainId, asAddress(spender), until))),
    ),
  ])
  forget()
  return {
    tokens: new Map(
      tokens.flatMap((token, index) => {
        const facts = known[index]
        return facts ? [[token, { ...facts, symbol: facts.symbol.slice(0, 12) }]] : []
      }),
    ),
    plain: new Set(spenders.filter((_, index) => contracts[index] === false)),
  }
}

const asAddress = (text: string) => text as `0x${string}`

/** The addresses to look up. */
export function findLookups({ steps }: Explanation): {
  readonly tokens: readonly string[]
  readonly spenders: readonly string[]
} {
  const tokens = steps.flatMap((step) => {
    if (step.kind === 'order') {
      return [...(step.trade?.gives ?? []), ...(step.trade?.gets ?? [])].flatMap(
        ({ token, isItem }) => (token && !isItem ? [token] : []),
      )
    }
    return 'token' in step && step.token ? [step.token] : []
  })
  const spenders = steps.flatMap((step) => spenderOf(step) ?? [])
  const unique = (list: readonly string[]) => [
    ...new Set(list.filter((item) => item.startsWith('0x')).map((item) => item.toLowerCase())),
  ]
  return { tokens: unique(tokens), spenders: unique(spenders) }
}
