import { type StoredGrant, saltOf } from '@latchkey/wire/login/grants'
import {
  decodePermissionStatus,
  encodePermissionStatus,
  hashPermission,
  type Permission,
  type PermissionStatus,
  parseContext,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { type Hex, parseData, toQuantity } from '@latchkey/wire/rpc/eip155'
import { recoverAddress } from 'viem'
import { getAddress } from 'viem/utils'
import type { ChainCall } from '../../api/chains.js'
import { unreachable } from '../../api/timeout.js'

/** A permission that the wallet's own key signed for this account. */
export type SignedGrant = {
  readonly id: Hex
  /** CAIP-2. */
  readonly chainId: string
  readonly account: Hex
  readonly permission: Permission
  readonly context: Hex
}

/** A stored one, with the site it was granted to. */
export type SiteGrant = SignedGrant & {
  readonly origin: string
  readonly names: readonly string[]
  /** Milliseconds since the epoch, as the server says. */
  readonly createdAt: number
}

type Owner = { readonly owner: Hex; readonly account: Hex }

/** Undefined unless the owner signed it for this account. Nothing else about it is trusted. */
export async function readSignedGrant(
  context: unknown,
  { owner, account }: Owner,
): Promise<SignedGrant | undefined> {
  const parsed = parseContext(context)
  if (!parsed || parsed.account.toLowerCase() !== account.toLowerCase()) return undefined
  const { chainId, permission, signature } = parsed
  const id = hashPermission(permission, parsed.account, chainId)
  const signer = await recoverAddress({ hash: id, signature }).catch(() => undefined)
  if (signer?.toLowerCase() !== owner.toLowerCase()) return undefined
  return { id, chainId: `eip155:${chainId}`, account, permission, context: context as Hex }
}

/** Leaves out what the owner did not sign, and what was signed for another site. */
export async function verifyGrants(
  stored: readonly StoredGrant[],
  owner: Owner,
): Promise<readonly SiteGrant[]> {
  const read = await Promise.all(
    stored.map(async ({ context, nonce, names, origin, createdAt }) => {
      const signed = await readSignedGrant(context, owner)
      if (!signed || signed.permission.salt !== saltOf(origin, { nonce, names })) return []
      return names.length === signed.permission.targets.length
        ? [{ ...signed, origin, names, createdAt }]
        : []
    }),
  )
  const known = new Map(read.flat().map((grant) => [grant.id, grant]))
  return [...known.values()]
}

/** What the account says about a permission. */
export async function readGrantStatus(
  rpc: ChainCall,
  { account, chainId, permission }: SignedGrant,
  signal: AbortSignal,
): Promise<PermissionStatus> {
  const data = encodePermissionStatus(permission)
  const answer = parseData(
    await rpc(chainId, 'eth_call', [{ to: account, data }, 'latest'], signal),
  )
  const status = answer && decodePermissionStatus(permission, answer)
  if (!status) throw unreachable()
  return status
}

/** A permission as sites list it (ERC-7715); the request it came from is not kept. */
export function describeGrant({ account, chainId, permission, context, names }: SiteGrant) {
  const { key, validUntil, feeLimit, maxCalls, rateCalls, ratePeriod } = permission
  const rate =
    rateCalls > 0 ? [{ type: 'rate-limit', data: { count: rateCalls, interval: ratePeriod } }] : []
  return {
    chainId: toQuantity(BigInt(chainId.slice('eip155:'.length))),
    address: account,
    expiry: validUntil,
    signer: { type: 'account', data: { address: getAddress(key) } },
    permissions: [...describeAllowances(permission), ...describeTargets(permission, names)],
    policies: [
      { type: 'gas-limit', data: { limit: toQuantity(feeLimit) } },
      { type: 'call-limit', data: { count: maxCalls } },
      ...rate,
    ],
    context,
  }
}

/** The same in the current draft: one entry for each permission, all with the same context. */
export function describeExecutions(grant: SiteGrant) {
  const { chainId, address, expiry, permissions, context } = describeGrant(grant)
  return permissions.map((permission) => ({
    chainId,
    from: address,
    to: getAddress(grant.permission.key),
    permission: { ...permission, isAdjustmentAllowed: false },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    context,
    dependencies: [],
  }))
}

function describeAllowances({ allowances }: Permission) {
  return allowances.map(({ token, amount, period, start }) => {
    const isNative = token === zeroAddress
    const family = isNative ? 'native-token' : 'erc20'
    const own = isNative ? {} : { token: getAddress(token) }
    const allowance = toQuantity(amount)
    if (period > 0) {
      const data = { ...own, allowance, start, period }
      return { type: `${family}-recurring-allowance`, data }
    }
    const name = isNative ? 'native-token-allowance' : 'erc20-token-allowance'
    return { type: name, data: { ...own, allowance, start } }
  })
}

function describeTargets({ targets }: Permission, names: readonly string[]) {
  return targets.map(({ to, selector, valueLimit }, index) => ({
    type: 'contract-call',
    data: {
      address: getAddress(to),
      functions: [{ functionName: names[index], selector, valueLimit: toQuantity(valueLimit) }],
    },
  }))
}
