import type { NetworkId } from '@latchkey/wire/caip'
import { type Hex, parseUnits } from 'viem'
import type { PaymasterSettings } from '../config/paymasterSettings.js'
import type { AccountCalls } from './accountCalls.js'
import type { Budget } from './sponsorStore.js'

/** Which operations of a project the operator pays for, and how much. */
export type Policy = {
  readonly name: string
  readonly projectId: string
  readonly chains: readonly NetworkId[]
  /** On each chain separately. */
  budget(chain: NetworkId): Budget
  /** Why it does not pay for an operation now, as a sentence; undefined if it does. */
  findProblem(chain: NetworkId, action: AccountCalls, now: number): string | undefined
}

export function createPolicies(
  settings: Pick<PaymasterSettings, 'policies'>,
  decimalsOf: (chain: NetworkId) => number,
): readonly Policy[] {
  return settings.policies.map(({ name, project, chains, calls, budget, from, until }) => {
    const allowed = calls?.map(({ to, selectors }) => ({
      to: to.toLowerCase(),
      selectors: selectors?.map((selector) => selector.toLowerCase()),
    }))
    const isAllowed = ({ to, data }: { readonly to: Hex; readonly data: Hex }) =>
      allowed === undefined ||
      allowed.some(
        (one) =>
          one.to === to.toLowerCase() &&
          (one.selectors === undefined || one.selectors.includes(data.slice(0, 10).toLowerCase())),
      )
    return {
      name,
      projectId: project,
      chains,
      budget(chain) {
        const parse = (amount: string) => parseUnits(amount, decimalsOf(chain))
        return {
          perAccountPerDay: parse(budget.perAccountPerDay),
          perDay: parse(budget.perDay),
          total: parse(budget.total),
        }
      },
      findProblem(chain, action, now) {
        if (!chains.includes(chain)) return 'It does not pay on this chain.'
        if (from !== undefined && now < from) return 'It does not pay yet.'
        if (until !== undefined && now >= until) return 'It no longer pays.'
        // People without a coin must be able to take back permissions, too.
        if (action.kind === 'revocation') return undefined
        if (action.calls.length === 0) return 'There is no call to pay for.'
        const other = action.calls.findIndex((call) => !isAllowed(call))
        return other < 0 ? undefined : `It does not pay for call ${other + 1}.`
      },
    }
  })
}
