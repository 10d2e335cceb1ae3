import { formatAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql } from 'postgres'
import type { Config } from '../config/Config.js'
import { createSponsorReader } from '../paymaster/sponsorReader.js'

/** What one policy of a project spent on a chain, in the chain's coin. */
export type SponsorReport = {
  readonly policy: string
  readonly chain: NetworkId
  readonly operations: number
  readonly reverted: number
  readonly spent: string
  /** What signatures that are not settled yet can cost. */
  readonly reserved: string
  /** Spent and reserved in the last 24 hours. */
  readonly lastDay: string
  /** Of the configuration; missing for a policy that is no longer there. */
  readonly budget?: { readonly perDay: string; readonly total: string }
}

/** Reads what sponsoring a project's operations has cost, policy by policy. */
export function createSponsorReport({ chains, paymaster }: Config, sql: Sql) {
  const reader = createSponsorReader(sql, { now: Date.now })
  return async (projectId: string): Promise<SponsorReport[]> => {
    const policies = (paymaster?.policies ?? []).filter(({ project }) => project === projectId)
    const spending = await reader.readSpending(projectId)
    const pairs = policies.flatMap(({ name, chains: of }) => of.map((chain) => ({ name, chain })))
    const unspent = pairs.filter(
      ({ name, chain }) => !spending.some((one) => one.policy === name && one.chain === chain),
    )
    const none = { operations: 0n, reverted: 0n, spent: 0n, reserved: 0n, today: 0n }
    return [
      ...spending,
      ...unspent.map(({ name, chain }) => ({ projectId, policy: name, chain, ...none })),
    ].map(({ policy, chain, operations, reverted, spent, reserved, today }) => {
      const { decimals } = chains.find(({ id }) => id === chain)?.nativeCurrency ?? { decimals: 18 }
      const { budget } = policies.find(({ name }) => name === policy) ?? {}
      return {
        policy,
        chain,
        operations: Number(operations),
        reverted: Number(reverted),
        spent: formatAmount(spent, decimals),
        reserved: formatAmount(reserved, decimals),
        lastDay: formatAmount(today, decimals),
        ...(budget && { budget: { perDay: budget.perDay, total: budget.total } }),
      }
    })
  }
}
