import { type Allowance, zeroAddress } from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { LoginError } from '../../loginError.js'
import { invalidParams, permissionErrors } from '../walletErrors.js'
import type { GrantLimits, NamedTarget } from './grantRequest.js'
import {
  readAddress,
  readAmount,
  readCount,
  readFields,
  readList,
  readText,
  readTime,
} from './grantValues.js'
import { readTargets } from './readTargets.js'

type Fields = Readonly<Record<string, unknown>>

/** The types that the account enforces (`wallet_getCapabilities`), of all versions of ERC-7715. */
export const permissionTypes = [
  'contract-call',
  'native-token-recurring-allowance',
  'native-token-periodic',
  'native-token-allowance',
  'native-token-transfer',
  'erc20-recurring-allowance',
  'erc20-token-periodic',
  'erc20-token-allowance',
  'erc20-token-transfer',
] as const

export const policyTypes = [
  'gas-limit',
  'call-limit',
  'rate-limit',
  'spent-limit',
  'token-allowance',
] as const

const maxPermissions = 32
const maxPolicies = 16

type Policies = Partial<Record<(typeof policyTypes)[number], Fields>>

/** What the permissions and policies of a request allow, and their strictest limits. */
export function readLimits(permissions: unknown, policies: unknown): GrantLimits {
  const common = readPolicies(policies ?? [])
  if (common['token-allowance']) throw invalidParams('A token allowance belongs to a permission')
  const list = readList(permissions, 'permissions', maxPermissions)
  const dropped: string[] = []
  const read = list.flatMap((given) => {
    const permission = readFields(given, 'permissions')
    try {
      return [{ ...readPermission(permission), permission }]
    } catch (error) {
      const isOptional = permission.required === false && isUnsupported(error)
      if (!isOptional) throw error
      dropped.push(String(permission.type).slice(0, 64))
      return []
    }
  })
  if (read.length === 0) throw invalidParams('The request asks for nothing that can be granted')
  const all = [common, ...read.map((one) => one.policies)]
  const spent = all.flatMap((one) => readSpentLimit(one))
  return {
    // Several of one token must all suffice.
    allowances: [...read.flatMap((one) => one.allowances), ...spent],
    targets: read.flatMap((one) => one.targets),
    feeLimit: strictest(all, (one) => readOne(one, 'gas-limit', 'limit', readAmount)),
    maxCalls: strictest(all, (one) => readOne(one, 'call-limit', 'count', readCount)),
    rate: readRate(all),
    granted: read.map((one) => one.permission),
    dropped,
  }
}

const isUnsupported = (error: unknown) =>
  error instanceof LoginError && error.failure.rpcCode === permissionErrors.code

function readPermission({ type, data, policies }: Fields): {
  readonly allowances: readonly Allowance[]
  readonly targets: readonly NamedTarget[]
  readonly policies: Policies
} {
  const own = readPolicies(policies ?? [])
  const name = readText(type, 'type')
  const fields = readFields(data, 'data')
  if (name === 'contract-call')
    return { allowances: [], targets: readTargets(fields), policies: own }
  if (!permissionTypes.some((known) => known === name)) {
    throw permissionErrors.unsupported(`permissions of the type ${name.slice(0, 64)}`)
  }
  const given = { ...fields, ...own['token-allowance'] }
  const token = name.startsWith('native') ? zeroAddress : readToken(fields)
  return { allowances: [{ token, ...readAmounts(name, given) }], targets: [], policies: own }
}

function readToken({ token, tokenAddress, address }: Fields): Hex {
  return readAddress(token ?? tokenAddress ?? address, 'token')
}

/** Recurring if the type says so. Without an amount it would be unlimited by accident. */
function readAmounts(type: string, given: Fields): Omit<Allowance, 'token'> {
  const start = readStart(given.start ?? given.startTime)
  if (/recurring|periodic/.test(type)) {
    const amount = readAmount(given.allowance ?? given.periodAmount, 'allowance')
    return { amount, period: readCount(given.period ?? given.periodDuration, 'period'), start }
  }
  const amount = readAmount(given.allowance ?? given.allowanceAmount, 'allowance')
  return { amount, period: 0, start }
}

const readStart = (value: unknown) =>
  value === undefined || value === null ? 0 : readTime(value, 'start')

function readSpentLimit(policies: Policies): readonly Allowance[] {
  const amount = readOne(policies, 'spent-limit', 'allowance', readAmount)
  return amount === undefined ? [] : [{ token: zeroAddress, amount, period: 0, start: 0 }]
}

function readPolicies(given: unknown): Policies {
  const policies: Policies = {}
  for (const one of readList(given, 'policies', maxPolicies)) {
    const { type, data } = readFields(one, 'policies')
    const known = policyTypes.find((name) => name === type)
    if (!known)
      throw permissionErrors.unsupported(`policies of the type ${String(type).slice(0, 64)}`)
    if (policies[known]) throw invalidParams(`The policy ${known} is given twice`)
    policies[known] = readFields(data, 'policies.data')
  }
  return policies
}

function readOne<value>(
  policies: Policies,
  type: keyof Policies,
  field: string,
  read: (value: unknown, name: string) => value,
): value | undefined {
  const data = policies[type]
  return data && read(data[field], `${type}.${field}`)
}

function strictest<value extends number | bigint>(
  all: readonly Policies[],
  read: (policies: Policies) => value | undefined,
): value | undefined {
  return all.map(read).reduce((min, value) => {
    if (value === undefined) return min
    return min === undefined || value < min ? value : min
  }, undefined)
}

function readRate(all: readonly Policies[]): GrantLimits['rate'] {
  const rates = all.flatMap(({ 'rate-limit': data }) =>
    data
      ? [
          {
            calls: readCount(data.count, 'rate-limit.count'),
            period: readCount(data.interval, 'rate-limit.interval'),
          },
        ]
      : [],
  )
  const [first, ...others] = rates
  if (others.some((one) => one.calls !== first?.calls || one.period !== first?.period)) {
    throw permissionErrors.unsupported('more than one rate limit')
  }
  return first
}
