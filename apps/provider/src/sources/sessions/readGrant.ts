import { hashPermission, parseContext } from '@latchkey/wire/login/permissions'
import { type Address, type Hex, hexToBigInt, recoverAddress, sliceHex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { parseCreation } from '../../nodes/parseCreation.js'

/** Half the order of secp256k1. */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Reads a permission and verifies that the account's owner signed it for this account and chain. The
 * address of an account depends on its owner, so this needs no chain. Throws an ApiError.
 */
export async function readGrant(
  context: Hex,
  { address, chainId }: { readonly address: Address; readonly chainId: number },
): Promise<{ readonly id: Hex; readonly validUntil: number }> {
  const parsed = parseContext(context)
  if (!parsed) throw new ApiError(400, 'context', 'This is not the context of a permission.')
  const { account, permission, signature, factory, factoryData } = parsed
  if (account !== address.toLowerCase() || parsed.chainId !== chainId) {
    throw new ApiError(400, 'context', 'The permission is for another account or chain.')
  }
  const created = parseCreation(factory, factoryData)
  if (created?.version !== 2 || created.address !== account) {
    throw new ApiError(400, 'context', 'The account does not support permissions.')
  }
  const id = hashPermission(permission, account, chainId)
  if ((await recoverSigner(id, signature)) !== created.owner) {
    throw new ApiError(401, 'context', 'The owner of the account did not sign this permission.')
  }
  return { id, validUntil: permission.validUntil }
}

/** Undefined for forms that the account rejects: it takes `v` as 27 or 28 only. */
async function recoverSigner(hash: Hex, signature: Hex): Promise<string | undefined> {
  if (hexToBigInt(sliceHex(signature, 32, 64)) > maxS) return undefined
  if (!/1[bc]$/.test(signature)) return undefined
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase()
  } catch {
    return undefined
  }
}
