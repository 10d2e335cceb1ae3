import {
  hashPermission,
  type PermissionContext,
  parseContext,
} from '@latchkey/wire/login/permissions'
import { accountContracts, accountCreationCode } from '@latchkey/wire/login/smartAccount'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { recoverSigner } from './signatures.js'

/** A context of a Latchkey account, with the permission's id. */
export type ReadContext = PermissionContext & { readonly id: Hex }

export function readContext(value: unknown): ReadContext | undefined {
  const context = parseContext(value)
  if (!context) return undefined
  const { permission, account, chainId } = context
  return { ...context, id: hashPermission(permission, account, chainId) }
}

/**
 * Whether the owner of the account signed the permission. The owner is in the account's code, from which its
 * address follows, so that no node has to be believed.
 */
export function isSignedByOwner({
  id,
  account,
  signature,
  factory,
  factoryData,
}: ReadContext): boolean {
  if (factory !== accountContracts[2].factory.toLowerCase()) return false
  const [, ownerDigits, salt] = creationPattern.exec(factoryData) ?? []
  if (ownerDigits === undefined || salt === undefined) return false
  const owner: Hex = `0x${ownerDigits}`
  const code = bytesToHex(keccak_256(hexToBytes(accountCreationCode(owner, 2).slice(2))))
  const created = keccak_256(hexToBytes(`ff${factory.slice(2)}${salt}${code}`)).slice(12)
  return (
    `0x${bytesToHex(created)}` === account &&
    recoverSigner(hexToBytes(id.slice(2)), hexToBytes(signature.slice(2))) === owner
  )
}

/** `createAccount(address owner, uint256 salt)`. */
const creationPattern = /^0x5fbfb9cf0{24}([0-9a-f]{40})([0-9a-f]{64})$/
