import { isRecord } from '@latchkey/wire/json'
import { parseChainId, toQuantity } from '@latchkey/wire/rpc/eip155'
import { chainNumber } from '../evmAccount.js'
import { checkChain, listOf } from '../evmRequests.js'
import { invalidParams, permissionErrors } from '../walletErrors.js'
import type { Granted, GrantRequest } from './grantRequest.js'
import { readAddress, readFields, readList, readTime } from './grantValues.js'
import { readKey } from './readKey.js'
import { readLimits } from './readLimits.js'

/**
 * Reads the requests of ERC-7715: the current draft (`wallet_requestExecutionPermissions`), and of
 * `wallet_grantPermissions` the list of the first drafts, viem's shape and the one of smart sessions.
 */
export function readGrantRequest(method: string, params: unknown, chainId: string): GrantRequest {
  const [given, another] = listOf(params, 1, 32)
  // One screen shows one permission in full.
  if (another !== undefined) throw invalidParams('Ask for one permission at a time')
  const request = readFields(given, 'params')
  checkNamedChain(request.chainId, chainId)
  if (method === 'wallet_requestExecutionPermissions') return readExecution(request, chainId)
  return isViemShape(request) ? readViem(request) : readClassic(request, chainId)
}

function checkNamedChain(named: unknown, chainId: string): void {
  if (named === undefined) return
  const number = parseChainId(named)
  if (number === undefined) throw invalidParams('`chainId` is no chain')
  checkChain(number, chainId)
}

type Fields = Readonly<Record<string, unknown>>

function readExpiry(value: unknown): number {
  if (value === undefined || value === null) throw invalidParams('The permission never expires')
  return readTime(value, 'expiry')
}

const readAccount = (value: unknown) =>
  value === undefined || value === null ? undefined : readAddress(value, 'address')

/** The current draft: `to` is the key, and what limits it are rules. */
function readExecution(request: Fields, chainId: string): GrantRequest {
  const { from, to, rules = [] } = request
  const permission = readFields(request.permission, 'permission')
  const [expiry, another] = readList(rules ?? [], 'rules', 16).map((given) => {
    const { type, data } = readFields(given, 'rules')
    if (type !== 'expiry') {
      throw permissionErrors.unsupported(`rules of the type ${String(type).slice(0, 64)}`)
    }
    return readExpiry(readFields(data, 'rules.data').timestamp)
  })
  if (another !== undefined) throw invalidParams('The permission has two expiries')
  const key = readAddress(to, 'to')
  return {
    account: readAccount(from),
    key,
    expiry: readExpiry(expiry),
    limits: readLimits([permission], []),
    isAdjustable: permission.isAdjustmentAllowed === true,
    toResult: (granted) => [
      {
        chainId: hexChain(chainId),
        from: granted.account,
        to: key,
        permission,
        rules: [{ type: 'expiry', data: { timestamp: granted.expiry } }],
        context: granted.context,
        dependencies: granted.creation ? [granted.creation] : [],
      },
    ],
  }
}

/** `permissions` in smart sessions, one `permission` in the first drafts, whose response is a list. */
function readClassic(request: Fields, chainId: string): GrantRequest {
  const { address, expiry, signer, permission, permissions, policies = [] } = request
  if (request.chainId === undefined) throw invalidParams('`chainId` is no chain')
  const isList = permissions === undefined
  const limits = readLimits(isList ? [permission] : permissions, policies)
  return {
    account: readAccount(address),
    key: readKey(signer),
    expiry: readExpiry(expiry),
    limits,
    isAdjustable: true,
    toResult: (granted) => {
      const result = {
        chainId: hexChain(chainId),
        address: granted.account,
        expiry: granted.expiry,
        signer,
        ...(isList ? { permission } : { permissions: limits.granted }),
        policies: effectivePolicies(policies, granted),
        context: granted.context,
        ...(granted.creation && { accountMeta: granted.creation }),
      }
      return isList ? [result] : result
    },
  }
}

/** viem lists policies in each permission and names no chain. */
function isViemShape({ chainId, permissions }: Fields): boolean {
  return (
    chainId === undefined &&
    Array.isArray(permissions) &&
    permissions.some((one: unknown) => isRecord(one) && one.policies !== undefined)
  )
}

function readViem(request: Fields): GrantRequest {
  const { expiry, signer, permissions } = request
  const limits = readLimits(permissions, [])
  return {
    account: undefined,
    key: readKey(signer),
    expiry: readExpiry(expiry),
    limits,
    isAdjustable: true,
    toResult: (granted) => ({
      expiry: granted.expiry,
      ...granted.creation,
      grantedPermissions: limits.granted.map((one) => ({
        ...one,
        policies: effectivePolicies(one.policies, granted),
      })),
      permissionsContext: granted.context,
    }),
  }
}

/** The policies of the request, with the limits that were granted. */
function effectivePolicies(given: unknown, { feeLimit, maxCalls }: Granted): readonly unknown[] {
  const others = (Array.isArray(given) ? given : []).filter(
    (one: unknown) => isRecord(one) && one.type !== 'gas-limit' && one.type !== 'call-limit',
  )
  return [
    ...others,
    { type: 'gas-limit', data: { limit: toQuantity(feeLimit) } },
    { type: 'call-limit', data: { count: maxCalls } },
  ]
}

const hexChain = (chainId: string) => toQuantity(BigInt(chainNumber(chainId)))
