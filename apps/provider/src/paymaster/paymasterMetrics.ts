import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Policy } from './policies.js'
import type { PolicySpending, SponsorReader } from './sponsorReader.js'

/** A deployed paymaster, and who pays in the end: the operator, or the account in a token. */
export type PaymasterContract = {
  readonly payer: 'sponsor' | 'token'
  readonly chain: NetworkId
  readonly paymaster: Hex
}

const labelsOf = ({ chain, payer }: PaymasterContract) => `chain="${chain}",payer="${payer}"`

/**
 * What sponsoring costs, as Prometheus text. Refusals are counted in this process, everything else is
 * read from the database, so every provider on it reports the same.
 */
export async function renderPaymasterMetrics({
  store,
  contracts,
  policies,
  lowDepositOf,
  rejections,
}: {
  readonly store: SponsorReader
  readonly contracts: readonly PaymasterContract[]
  readonly policies: readonly Policy[]
  readonly lowDepositOf: (chain: NetworkId) => bigint
  /** Counts by labels. */
  readonly rejections: ReadonlyMap<string, number>
}): Promise<string[]> {
  const [spending, states] = await Promise.all([
    store.readSpending(),
    Promise.all(
      contracts.map(async (contract) => {
        const state = await store.readState(contract.chain, contract.paymaster)
        return state && { ...state, ...contract }
      }),
    ),
  ])
  const family = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    values: Iterable<readonly [labels: string, value: bigint | number]>,
  ) => [
    `# HELP latchkey_paymaster_${name} ${help}`,
    `# TYPE latchkey_paymaster_${name} ${type}`,
    ...Array.from(values, ([labels, value]) => `latchkey_paymaster_${name}{${labels}} ${value}`),
  ]
  const spent = (read: (one: PolicySpending) => bigint) =>
    spending.map(
      (one) =>
        [
          `project="${one.projectId}",policy="${one.policy}",chain="${one.chain}"`,
          read(one),
        ] as const,
    )
  const budgets = (name: 'perDay' | 'total') =>
    policies.flatMap((policy) =>
      policy.chains.map(
        (chain) =>
          [
            `project="${policy.projectId}",policy="${policy.name}",chain="${chain}"`,
            policy.budget(chain)[name],
          ] as const,
      ),
    )
  const known = states.flatMap((state) => (state ? [state] : []))
  const ofChain = (read: (state: (typeof known)[number]) => bigint) =>
    known.map((state) => [labelsOf(state), read(state)] as const)
  return [
    ...family(
      'operations_total',
      'counter',
      'Operations paid for.',
      spent((one) => one.operations),
    ),
    ...family(
      'reverted_total',
      'counter',
      'Of these, with a reverted call.',
      spent((one) => one.reverted),
    ),
    ...family(
      'spent_wei_total',
      'counter',
      'Paid for operations.',
      spent((one) => one.spent),
    ),
    ...family(
      'reserved_wei',
      'gauge',
      'What open signatures can cost.',
      spent((one) => one.reserved),
    ),
    ...family(
      'spent_last_day_wei',
      'gauge',
      'Paid or reserved in 24 hours.',
      spent((one) => one.today),
    ),
    ...family('day_budget_wei', 'gauge', 'Most that may be paid in 24 hours.', budgets('perDay')),
    ...family('total_budget_wei', 'gauge', 'Most that may be paid in total.', budgets('total')),
    ...family(
      'deposit_wei',
      'gauge',
      'Deposit at the entry point.',
      ofChain((one) => one.deposit),
    ),
    ...family(
      'low_deposit_wei',
      'gauge',
      'Deposit below which the alarm is raised.',
      contracts.map((contract) => [labelsOf(contract), lowDepositOf(contract.chain)] as const),
    ),
    ...family(
      'unknown_operations_total',
      'counter',
      'Paid for with a signature that is not in the database.',
      ofChain((one) => one.unknownOperations),
    ),
    ...family(
      'unknown_spent_wei_total',
      'counter',
      'Paid with such signatures.',
      ofChain((one) => one.unknownSpent),
    ),
    ...family('rejected_total', 'counter', 'Requests that were rejected.', rejections),
  ]
}
