import { sessionAccountSignatures } from '@latchkey/wire/login/permissions'
import { accountContracts, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { accountDomainName, decodeCalls, isBatchSelector } from './accountCalls.js'
import type { Call } from './action.js'
import { contractOf, type TypedData } from './typedData.js'
import { invalidParams } from './walletErrors.js'

/** Orders to the visitor's own smart accounts, which obey their owner's key. */

/** What a call to an own smart account does. */
export type AccountOrder =
  /** The account makes these calls. */
  | { readonly what: 'calls'; readonly calls: readonly (Call & { readonly to: Hex })[] }
  | { readonly what: 'revoke'; readonly id: Hex }
  | { readonly what: 'revoke-all' }
  /** Its code becomes one that the wallet knows. */
  | { readonly what: 'upgrade'; readonly implementation: Hex }

const orders = parseAbi(
  sessionAccountSignatures.filter((one) =>
    /^function (revokePermission|revokeAll|upgradeTo)\(/.test(one),
  ) as [
    'function revokePermission(bytes32 id)',
    'function revokeAll()',
    'function upgradeTo(address implementation)',
  ],
)

/** Code that an account may be upgraded to. */
const pinned: ReadonlySet<string> = new Set([accountContracts[2].implementation.toLowerCase()])

/** Undefined for an order that is unknown or never allowed. */
export function readAccountOrder(data: Hex): AccountOrder | undefined {
  const calls = decodeCalls(data)
  if (calls) return { what: 'calls', calls }
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: orders, data })
    // Extra bytes would not be shown.
    const encoded = encodeFunctionData({ abi: orders, functionName, args } as never)
    if (encoded.toLowerCase() !== data.toLowerCase()) return undefined
    const [value] = args as readonly [Hex?]
    switch (functionName) {
      case 'revokePermission':
        return value && { what: 'revoke', id: value }
      case 'revokeAll':
        return { what: 'revoke-all' }
      case 'upgradeTo':
        return value && pinned.has(value.toLowerCase())
          ? { what: 'upgrade', implementation: value }
          : undefined
    }
  } catch {
    return undefined
  }
}

/**
 * Throws if a call gives an own smart account an order that cannot be shown, or replaces its code. The key's own
 * account takes batches from itself once it is delegated; a site asks for them with `wallet_sendCalls`.
 */
export function assertKnownOrders(
  calls: readonly Call[],
  { own, eoa }: { readonly own: readonly string[]; readonly eoa: { readonly address: string } },
): void {
  for (const { to, data } of calls) {
    if (to === undefined || data === '0x') continue
    if (isOwn(to, [eoa.address]) && isBatchSelector(data)) {
      throw invalidParams('Several calls of the account are asked for with wallet_sendCalls')
    }
    if (!isOwn(to, own)) continue
    const order = readAccountOrder(data)
    if (!order) throw invalidParams('The request gives an order to the account itself')
    if (order.what === 'calls') assertKnownOrders(order.calls, { own, eoa })
  }
}

export function isOwn(address: string, own: readonly string[]): boolean {
  return own.some((one) => one.toLowerCase() === address.toLowerCase())
}

/**
 * Throws for typed data that a smart account could take for an order of its owner: of an operation, of a
 * permission or of a message, also if another struct contains it.
 */
export function assertNoOrder(
  data: TypedData,
  own: readonly string[],
  /** The smart account signs a message about the data, which is no order. */
  isSignedAsMessage: boolean,
): void {
  const contract = contractOf(data)
  const isForOwn = contract !== undefined && isOwn(contract, [...own, entryPointAddress])
  const speaksForAccount =
    (isForOwn && !isSignedAsMessage) ||
    isAccountDomain(String(data.domain.name ?? '')) ||
    Object.entries(data.types).some(isOrderStruct) ||
    mentionsDomain(data.message)
  if (speaksForAccount) throw invalidParams('The typed data is an order to the smart account')
}

/** Compared without letter case and spaces: what looks the same to a visitor is refused as well. */
function isAccountDomain(text: string): boolean {
  const plain = (value: string) =>
    value
      .normalize('NFKC')
      .replace(/[\s\p{C}]/gu, '')
      .toLowerCase()
  return plain(text) === plain(accountDomainName)
}

const permissionFields = ['key', 'validUntil', 'epoch', 'feeLimit', 'allowances', 'targets']

function isOrderStruct([struct, fields]: [string, readonly { readonly name: string }[]]): boolean {
  const names = fields.map((field) => field.name)
  return struct === 'AccountMessage' || permissionFields.every((field) => names.includes(field))
}

/** A struct of the message that is such a domain. Nested as deep as the parameters may be. */
function mentionsDomain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(mentionsDomain)
  return Object.entries(value).some(
    ([name, inner]) =>
      (name === 'name' && typeof inner === 'string' && isAccountDomain(inner)) ||
      mentionsDomain(inner),
  )
}
