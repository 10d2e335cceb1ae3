import { useEffect, useState } from 'react'
import type { FeeChoices, Holding, Simulation, Sponsorship } from '../account/action.js'
import { type Coin, getFeeLevel } from '../account/feeLimits.js'
import type { Clock } from '../screens/clock.js'
import type { ConfirmRequest } from '../screens/screens.js'
import { assessRisk, type Facts, noFacts } from './assessRisk.js'
import type { Danger } from './danger/danger.js'
import type { Explanation } from './explain.js'
import { findLookups, readFacts } from './readFacts.js'
import type { Block } from './steps.js'
import { type Outcome, usePromise } from './usePromise.js'

export type Findings = {
  /** Undefined until the facts about the addresses are loaded. */
  readonly facts: Facts | undefined
  /** Undefined for requests that cost and change nothing. */
  readonly fee: Outcome<bigint> | undefined
  readonly simulation: Outcome<Simulation> | undefined
  /** Whether the site pays the fee; undefined if it did not ask to. */
  readonly sponsorship: Sponsorship | undefined
  /** The tokens in which the fee can be paid; undefined until they are known. */
  readonly feeChoices: FeeChoices | undefined
  /** What the account has of what a key could spend. */
  readonly holdings: readonly Holding[] | undefined
  /** Most serious first. */
  readonly dangers: readonly Danger[]
  readonly block: Block | undefined
  /** Whether all network results have arrived or failed. */
  readonly isComplete: boolean
  /** Changes with every network result. */
  readonly progress: string
}

/** The network results about a request as they arrive, and their dangers. */
export function useFindings(
  { action, lookups }: ConfirmRequest,
  explanation: Explanation,
  {
    coin,
    clock,
    signal,
  }: { readonly coin: Coin; readonly clock: Clock; readonly signal: AbortSignal },
): Findings {
  const { chainId, account } = action
  const [facts, setFacts] = useState<Facts | undefined>(() => {
    const { tokens, spenders } = findLookups(explanation)
    return tokens.length + spenders.length === 0 ? noFacts : undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because a screen shows one request
  useEffect(() => {
    if (!facts) readFacts(explanation, { chainId, lookups, clock, signal }).then(setFacts)
  }, [])

  const estimate = usePromise(action.kind === 'calls' ? action.fee : undefined)
  const trial = usePromise('simulation' in action ? action.simulation : undefined)
  const simulation = 'simulation' in action ? trial : undefined
  const offered = usePromise(action.kind === 'calls' ? action.sponsorship : undefined)
  const sponsorship = offered.state === 'known' ? offered.value : undefined
  const payment = action.kind === 'calls' ? action.payment : undefined
  const offers = usePromise(payment?.choices)
  const feeChoices = payment && offers
  const balances = usePromise(action.kind === 'grant' ? action.holdings : undefined)
  const holdings = action.kind === 'grant' ? balances : undefined
  const fee = action.kind === 'calls' ? estimate : ownFee(explanation)
  const isPaid = sponsorship?.status === 'paid'
  const known = fee?.state === 'known' && !isPaid ? fee.value : undefined
  const isTooHigh = known !== undefined && getFeeLevel(known, coin) === 'too-high'
  return {
    facts,
    fee,
    simulation,
    sponsorship,
    feeChoices: feeChoices?.state === 'known' ? feeChoices.value : undefined,
    holdings: holdings?.state === 'known' ? holdings.value : undefined,
    dangers: assessRisk(explanation, {
      chainId,
      account,
      coin,
      facts,
      fee: known,
      simulation: simulation?.state === 'known' ? simulation.value : undefined,
      holdings:
        holdings?.state === 'failed'
          ? 'unknown'
          : holdings?.state === 'known'
            ? holdings.value
            : undefined,
    }),
    block: explanation.block ?? (isTooHigh ? { why: 'fee' } : undefined),
    isComplete:
      facts !== undefined &&
      [fee, simulation, holdings, feeChoices].every((outcome) => outcome?.state !== 'waiting'),
    progress: [facts !== undefined, fee, simulation, holdings, feeChoices]
      .map((outcome) => (typeof outcome === 'object' ? outcome.state : outcome))
      .join(' '),
  }
}

/** The fee that a request states itself. */
function ownFee({ fee }: Explanation): Outcome<bigint> | undefined {
  return fee === undefined ? undefined : { state: 'known', value: fee }
}
