import { parseAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { recoveryKeySettings } from '../keys/recoveryKeySettings.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
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

const tokenFees = v.strictObject({
  /** The deployed token paymaster, by chain. */
  contracts: v.record(chainId, contract),
  /** The tokens that it takes, by chain. */
  tokens: v.record(chainId, v.pipe(v.array(contract), v.minLength(1, 'has no token'))),
  /** Whose visitors may pay in a token. */
  projects: v.pipe(v.array(text), v.minLength(1, 'has no project')),
  /** In percent above the price. */
  markup: v.optional(wholeUpTo(100)),
  /** The most it lays out for a project on each chain, in the native coin. */
  budget: v.strictObject({ perAccountPerDay: budget, perDay: budget }),
})

/** The `paymaster` section of the config file: which gas the operator pays for. */
export const paymasterSettings = v.strictObject({
  /** The deployed paymaster, by chain. */
  contracts: v.record(chainId, contract),
  policies: v.array(policy),
  /** Which fees visitors may pay in a token. */
  tokenFees: v.optional(tokenFees),
  /** Where the key is that seals the signer's key; a file in the data directory by default. */
  keys: v.optional(recoveryKeySettings),
  /** Blocks after which a block no longer changes, by chain. */
  confirmations: v.optional(v.record(chainId, wholeUpTo(maxConfirmations))),
  /** The deposit below which an alarm is raised, by chain, in its native coin. */
  lowDeposit: v.optional(amountsByChain),
})

export type PaymasterSettings = v.InferOutput<typeof paymasterSettings>
export type PolicySettings = v.InferOutput<typeof policy>
export type TokenFeeSettings = v.InferOutput<typeof tokenFees>

/** What is wrong between the settings, as the end of a sentence; undefined if nothing. */
export function findPaymasterConflict(
  { contracts, policies, tokenFees: fees, confirmations = {}, lowDeposit = {} }: PaymasterSettings,
  bundled: readonly NetworkId[],
  chains: readonly Pick<ChainSettings, 'id' | 'tokens'>[],
): string | undefined {
  const sponsored = Object.keys(contracts)
  const served = [...sponsored, ...Object.keys(fees?.contracts ?? {})]
  if (served.length === 0) return 'contracts has no chain'
  const conflict = fees && findTokenConflict(fees, contracts, bundled, chains)
  if (conflict) return `tokenFees.${conflict}`
  const unbundled = sponsored.find((id) => !bundled.some((one) => one === id))
  if (unbundled) return `contracts has ${unbundled}, which is not bundled`
  for (const [name, byChain] of Object.entries({ confirmations, lowDeposit })) {
    const unknown = Object.keys(byChain).find((id) => !served.includes(id))
    if (unknown) return `${name} has ${unknown}, which is not among its contracts`
  }
  for (const [
    index,
    { name, project, chains: ofPolicy, budget: limits, from, until },
  ] of policies.entries()) {
    const at = `policies.${index}`
    const unserved = ofPolicy.find((id) => !sponsored.includes(id))
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

function findTokenConflict(
  { contracts, tokens, budget: limits }: TokenFeeSettings,
  sponsors: PaymasterSettings['contracts'],
  bundled: readonly NetworkId[],
  chains: readonly Pick<ChainSettings, 'id' | 'tokens'>[],
): string | undefined {
  const isSame = (one: string, other?: string) => one.toLowerCase() === other?.toLowerCase()
  for (const id of Object.keys(contracts) as NetworkId[]) {
    if (!bundled.includes(id)) return `contracts has ${id}, which is not bundled`
    if (!tokens[id]) return `tokens has none for ${id}`
    // A permission could name it as its sponsor, and would then spend tokens.
    if (isSame(contracts[id] ?? '', sponsors[id])) return `contracts has the sponsor of ${id}`
  }
  for (const [id, accepted = []] of Object.entries(tokens)) {
    if (!(id in contracts)) return `tokens has ${id}, which is not among its contracts`
    const listed = chains.find((chain) => chain.id === id)?.tokens ?? []
    const unlisted = accepted.find((one) => !listed.some(({ address }) => isSame(one, address)))
    if (unlisted) return `tokens has ${unlisted}, which is not among the tokens of ${id}`
  }
  return isAbove(limits.perAccountPerDay, limits.perDay)
    ? 'budget.perAccountPerDay is above perDay'
    : undefined
}

function isAbove(one: string, other: string): boolean {
  return parseAmount(one, maxDecimals) > parseAmount(other, maxDecimals)
}
