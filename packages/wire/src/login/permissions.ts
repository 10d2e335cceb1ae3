import { type AbiStruct, type AbiType, decodeAbi, encodeAbi, encodeWord } from '../rpc/abi.js'
import { type Hex, parseData } from '../rpc/hex.js'
import { hashTypedData } from '../rpc/typedData.js'

/**
 * Permissions of keys for smart accounts of version 2: the types, hashes and calls of
 * `apps/provider/contracts/account/SessionAccount.sol`. What they mean is specified in `docs/permissions.md`.
 */

/** How much of a token a key may spend. */
export type Allowance = {
  /** `zeroAddress`: the chain's coin. */
  readonly token: Hex
  /** The contract counts up to 2^208 - 1; a higher amount means that. */
  readonly amount: bigint
  /** Seconds; the amount is for each period from `start` on. 0: once in total. */
  readonly period: number
  readonly start: number
}

/** What an argument of a call must be, as an unsigned 256-bit word. */
export type Rule = {
  readonly argument: number
  /** An index of `ruleOperators`. */
  readonly operator: number
  readonly value: Hex
}

/** A function that a key may call. All rules must be met. */
export type Target = {
  readonly to: Hex
  readonly selector: Hex
  /** The highest value of one call. */
  readonly valueLimit: bigint
  readonly rules: readonly Rule[]
}

/** What a key may do with an account. */
export type Permission = {
  readonly key: Hex
  /** The first second is the one after `validAfter`, the last one is `validUntil`. */
  readonly validAfter: number
  readonly validUntil: number
  /** `permissionEpoch` of the account. */
  readonly epoch: bigint
  readonly salt: Hex
  /** The only sponsor that the key may use; `zeroAddress`: none. */
  readonly paymaster: Hex
  /** The most that all operations together may take from the account for fees. */
  readonly feeLimit: bigint
  readonly maxCalls: number
  /** Calls in each `ratePeriod` seconds from `validAfter` on. 0: not limited. */
  readonly rateCalls: number
  readonly ratePeriod: number
  readonly allowances: readonly Allowance[]
  readonly targets: readonly Target[]
}

export type PermittedCall = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

/** A permission as a site stores it: everything that is needed to use it. */
export type PermissionContext = {
  readonly account: Hex
  readonly chainId: number
  readonly permission: Permission
  /** The owner's signature of `hashPermission`. */
  readonly signature: Hex
  /** They deploy the account. */
  readonly factory: Hex
  readonly factoryData: Hex
}

/** What became of a permission, and what is used of its limits in their current periods. */
export type PermissionStatus = {
  readonly enabled: boolean
  /** Also if all permissions of its epoch were revoked. */
  readonly revoked: boolean
  readonly feesUsed: bigint
  readonly callsUsed: bigint
  readonly rateUsed: bigint
  /** One for each allowance. */
  readonly spent: readonly bigint[]
}

export const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'
export const ruleOperators = ['equal', 'greaterThan', 'lessThan'] as const

/** Why an account refuses an operation of a key: the contract's error `NotPermitted(Reason)`. */
export const rejectionReasons = [
  'inactive',
  'nonce',
  'paymaster',
  'fee',
  'time',
  'calls',
  'rate',
  'target',
  'allowance',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** For `parseAbi` of viem. */
export const sessionAccountSignatures = [
  'struct Allowance { address token; uint256 amount; uint48 period; uint48 start; }',
  'struct Rule { uint8 argument; uint8 operator; bytes32 value; }',
  'struct Target { address to; bytes4 selector; uint256 valueLimit; Rule[] rules; }',
  'struct Permission { address key; uint48 validAfter; uint48 validUntil; uint64 epoch; bytes32 salt; address paymaster; uint256 feeLimit; uint32 maxCalls; uint32 rateCalls; uint32 ratePeriod; Allowance[] allowances; Target[] targets; }',
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function executeWithPermission(Permission permission, Call[] calls)',
  'function revokePermission(bytes32 id)',
  'function revokeAll()',
  'function upgradeTo(address implementation)',
  'function owner() view returns (address)',
  'function permissionEpoch() view returns (uint64)',
  'function permissionId(Permission permission) view returns (bytes32)',
  'function permissionStatus(Permission permission) view returns (bool enabled, bool revoked, uint256 feesUsed, uint256 callsUsed, uint256 rateUsed, uint256[] spent)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'event PermissionEnabled(bytes32 indexed id, address indexed key)',
  'event PermissionUsed(bytes32 indexed id, uint256 calls)',
  'event PermissionRevoked(bytes32 indexed id)',
  'event AllPermissionsRevoked(uint64 epoch)',
  'event Upgraded(address indexed implementation)',
  'error NotAllowed()',
  'error NotPermitted(uint8 reason)',
  'error NotAnImplementation()',
] as const

const allowanceType: AbiStruct = {
  name: 'Allowance',
  fields: { token: 'address', amount: 'uint256', period: 'uint48', start: 'uint48' },
}
const ruleType: AbiStruct = {
  name: 'Rule',
  fields: { argument: 'uint8', operator: 'uint8', value: 'bytes32' },
}
const targetType: AbiStruct = {
  name: 'Target',
  fields: {
    to: 'address',
    selector: 'bytes4',
    valueLimit: 'uint256',
    rules: { list: ruleType },
  },
}
const permissionType: AbiStruct = {
  name: 'Permission',
  fields: {
    key: 'address',
    validAfter: 'uint48',
    validUntil: 'uint48',
    epoch: 'uint64',
    salt: 'bytes32',
    paymaster: 'address',
    feeLimit: 'uint256',
    maxCalls: 'uint32',
    rateCalls: 'uint32',
    ratePeriod: 'uint32',
    allowances: { list: allowanceType },
    targets: { list: targetType },
  },
}
const callType: AbiStruct = {
  name: 'Call',
  fields: { to: 'address', value: 'uint256', data: 'bytes' },
}
const domainType: AbiStruct = {
  name: 'EIP712Domain',
  fields: { name: 'string', version: 'string', chainId: 'uint256', verifyingContract: 'address' },
}
const contextTypes: readonly AbiType[] = [
  'address',
  'uint256',
  permissionType,
  'bytes',
  'address',
  'bytes',
]
const statusTypes: readonly AbiType[] = [
  'bool',
  'bool',
  'uint256',
  'uint256',
  'uint256',
  { list: 'uint256' },
]

const selectors = {
  executeWithPermission: '0xfa778d97',
  permissionStatus: '0x09ba0074',
  permissionEpoch: '0xde0d5488',
  revokePermission: '0xe89005c7',
  revokeAll: '0xa340fff4',
  notPermitted: '0x8d406ed6',
} as const

const contextVersion = '01'
/** First byte of a key's signature; the owner's has 65 bytes and no such byte. */
const keySignature = '01'
const signaturePattern = /^0x[0-9a-f]{130}$/i

/** The permission's id: an EIP-712 hash for one account and chain, which the owner signs. */
export function hashPermission(permission: Permission, account: Hex, chainId: number): Hex {
  const domain = { name: 'Latchkey Account', version: '2', chainId, verifyingContract: account }
  return hashTypedData([domainType, domain], [permissionType, permission])
}

export function encodeContext(context: PermissionContext): Hex {
  const { account, chainId, permission, signature, factory, factoryData } = context
  const values = [account, chainId, permission, signature, factory, factoryData]
  return `0x${contextVersion}${encodeAbi(contextTypes, values).slice(2)}`
}

/** Undefined for anything that `encodeContext` does not return. The signature is not verified. */
export function parseContext(value: unknown): PermissionContext | undefined {
  const data = parseData(value)
  if (!data?.startsWith(`0x${contextVersion}`)) return undefined
  const values = decodeAbi(contextTypes, `0x${data.slice(4)}`)
  if (values === undefined) return undefined
  const [account, chain, permission, signature, factory, factoryData] = values
  const chainId = Number(chain)
  if (!Number.isSafeInteger(chainId) || chainId === 0) return undefined
  if (!signaturePattern.test(signature as Hex)) return undefined
  return { account, chainId, permission, signature, factory, factoryData } as PermissionContext
}

/** Call data of a key's operation. */
export function encodePermittedCalls(permission: Permission, calls: readonly PermittedCall[]): Hex {
  const values = encodeAbi([permissionType, { list: callType }], [permission, calls])
  return `${selectors.executeWithPermission}${values.slice(2)}`
}

/** Undefined for anything that `encodePermittedCalls` does not return. */
export function decodePermittedCalls(
  data: Hex,
): { readonly permission: Permission; readonly calls: readonly PermittedCall[] } | undefined {
  if (!data.toLowerCase().startsWith(selectors.executeWithPermission)) return undefined
  const values = decodeAbi([permissionType, { list: callType }], `0x${data.slice(10)}`)
  if (values === undefined) return undefined
  return { permission: values[0] as Permission, calls: values[1] as readonly PermittedCall[] }
}

/**
 * Signature of a key's operation. The owner's signature of the permission is needed until it is enabled on
 * chain, and may always be there.
 */
export function encodeKeySignature(signature: Hex, ownerSignature: Hex = '0x'): Hex {
  return `0x${keySignature}${signature.slice(2)}${ownerSignature.slice(2)}`
}

/**
 * The nonce key of `getNonce` that the key must use, so that it cannot use up the owner's. Operations in
 * different lanes do not wait for each other.
 */
export function permissionNonceKey({ key }: Permission, lane = 0): bigint {
  return (BigInt(key) << 32n) | BigInt.asUintN(32, BigInt(lane))
}

export function encodeRevokePermission(id: Hex): Hex {
  return `${selectors.revokePermission}${encodeWord('bytes32', id)}`
}

export function encodeRevokeAll(): Hex {
  return selectors.revokeAll
}

/** Call data of `permissionEpoch`; `parseLooseQuantity` reads the answer. */
export function encodePermissionEpoch(): Hex {
  return selectors.permissionEpoch
}

export function encodePermissionStatus(permission: Permission): Hex {
  return `${selectors.permissionStatus}${encodeAbi([permissionType], [permission]).slice(2)}`
}

/**
 * The answer to `encodePermissionStatus`; undefined for an invalid one. An account that is not deployed answers
 * '0x', which means that nothing is used yet.
 */
export function decodePermissionStatus(
  permission: Permission,
  answer: Hex,
): PermissionStatus | undefined {
  const { length } = permission.allowances
  if (answer === '0x') {
    const none = { feesUsed: 0n, callsUsed: 0n, rateUsed: 0n }
    return { enabled: false, revoked: false, ...none, spent: Array(length).fill(0n) }
  }
  const values = decodeAbi(statusTypes, answer)
  if (values === undefined) return undefined
  const [enabled, revoked, feesUsed, callsUsed, rateUsed, spent] = values
  if ((spent as readonly bigint[]).length !== length) return undefined
  return { enabled, revoked, feesUsed, callsUsed, rateUsed, spent } as PermissionStatus
}

/** Reads the contract's error; undefined for any other. */
export function parseRejection(revertData: Hex): RejectionReason | undefined {
  if (!revertData.toLowerCase().startsWith(selectors.notPermitted)) return undefined
  const values = decodeAbi(['uint8'], `0x${revertData.slice(10)}`)
  return values && rejectionReasons[values[0] as number]
}
