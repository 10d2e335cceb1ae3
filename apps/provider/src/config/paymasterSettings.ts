import { parseAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { recoveryKeySettings } from '../keys/recoveryKeySettings.js'
import {
  amount,
  amountsByChain,
  chainId,
  contract,
  maxDecimals,
  text,
  wholeUpTo,
} from './fields.js'

/** Deeper reorganisations of a chain are not expected. */
const maxConfirmations = 64

const time = v.pipe(
  v.string('is not text'),
  v.isoTimestamp('is not a time like 2026-01-02T03:04:05Z'),
  v.transform((value) => Date.parse(value)),
)

const budget = v.pipe(
  amount,
  v.check((value) => /[1-9]/.test(value), 'is zero'),
)

const policy = v.strictObject({
  /** Spending is stored under this name. */
  name: v.pipe(
    v.string('is not text'),
    v.regex(/^[a-z0-9-]{1,40}$/, 'is not a name like first-mint'),
  ),
  project: text,
  chains: v.pipe(v.array(chainId), v.minLength(1, 'has no chain')),
  /** What may be called. Without it, everything. */
  calls: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          to: contract,
          /** Without it, everything of the contract. */
          selectors: v.optional(
            v.pipe(
              v.array(
                v.pipe(
                  v.string('is not text'),
                  v.regex(/^0x[0-9a-f]{8}$/i, 'is not a selector like 0xa9059cbb'),
                ),
              ),
              v.minLength(1, 'has no selector'),
            ),
          ),
        }),
      ),
      v.minLength(1, 'has no call'),
    ),
  ),
  /** In the chain's native coin, for each chain. */
  budget: v.strictObject({ perAccountPerDay: budget, perDay: budget, total: budget }),
  from: v.optional(time),
  until: v.optional(time),
})

/** The `paymaster` section of the config file: which gas the operator pays for. */
export const paymasterSettings = v.strictObject({
  /** The deployed paymaster, by chain. */
  contracts: v.record(chainId, contract),
  policies: v.array(policy),
  /** Where the key is that seals the signer's key; a file in the data directory by default. */
  keys: v.optional(recoveryKeySettings),
  /** Blocks after which a block no longer changes, by chain. */
  confirmations: v.optional(v.record(chainId, wholeUpTo(maxConfirmations))),
  /** The deposit below which an alarm is raised, by chain, in its native coin. */
  lowDeposit: v.optional(amountsByChain),
})

export type PaymasterSettings = v.InferOutput<typeof paymasterSettings>
export type PolicySettings = v.InferOutput<typeof policy>

/** What is wrong between the settings, as the end of a sentence; undefined if nothing. */
export function findPaymasterConflict(
  { contracts, policies, confirmations = {}, lowDeposit = {} }: PaymasterSettings,
  bundled: readonly NetworkId[],
): string | undefined {
  const served = Object.keys(contracts)
  if (served.length === 0) return 'contracts has no chain'
  const unbundled = served.find((id) => !bundled.some((one) => one === id))
  if (unbundled) return `contracts has ${unbundled}, which is not bundled`
  for (const [name, byChain] of Object.entries({ confirmations, lowDeposit })) {
    const unknown = Object.keys(byChain).find((id) => !served.includes(id))
    if (unknown) return `${name} has ${unknown}, which is not among its contracts`
  }
  for (const [
    index,
    { name, project, chains, budget: limits, from, until },
  ] of policies.entries()) {
    const at = `policies.${index}`
    const unserved = chains.find((id) => !served.includes(id))
    if (unserved) return `${at} has ${unserved}, which is not among its contracts`
    const isRepeated = policies
      .slice(0, index)
      .some((one) => one.name === name && one.project === project)
    if (isRepeated) return `${at} repeats the name ${name} of a policy of the project`
    if (isAbove(limits.perAccountPerDay, limits.perDay)) {
      return `${at}.budget.perAccountPerDay is above perDay`
    }
    if (isAbove(limits.perDay, limits.total)) return `${at}.budget.perDay is above total`
    if (from !== undefined && until !== undefined && from >= until) {
      return `${at}.from is not before until`
    }
  }
  return undefined
}

function isAbove(one: string, other: string): boolean {
  return parseAmount(one, maxDecimals) > parseAmount(other, maxDecimals)
}
