import {
  encodeContext,
  encodeKeySignature,
  encodePermittedCalls,
  hashPermission,
  type Permission,
  type PermittedCall,
  permissionNonceKey,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Account, creationOf } from '../../reliability/smartAccountClient.mjs'
import { getOperationHash, type Operation } from './operation.js'

/** A permission that an account's owner granted to a key of its own. */
export type Grant = {
  readonly permission: Permission
  readonly id: Hex
  /** Of the owner. */
  readonly signature: Hex
  readonly context: Hex
  /** The fields of an operation that makes calls. */
  draftCalls(
    calls: readonly PermittedCall[],
    lane?: number,
  ): Pick<Operation, 'callData' | 'nonce' | 'signature'>
  /** With the owner's signature, which the first operation needs. */
  sign(operation: Operation, isFirst?: boolean): Promise<Operation>
}

const noSignature: Hex = `0x${'ff'.repeat(65)}`
/** Later than the clock of every test. */
export const farFuture = 4_000_000_000

/** By default for transfers of coins without a limit that matters. */
export async function grantPermission(
  account: Account,
  changes: Partial<Permission> = {},
  chainId = 1,
): Promise<Grant> {
  const key = privateKeyToAccount(generatePrivateKey())
  const permission: Permission = {
    key: key.address.toLowerCase() as Hex,
    validAfter: 0,
    validUntil: farFuture,
    epoch: 0n,
    salt: numberToHex(0, { size: 32 }),
    paymaster: zeroAddress,
    feeLimit: parseEther('10'),
    maxCalls: 1_000,
    rateCalls: 0,
    ratePeriod: 0,
    allowances: [{ token: zeroAddress, amount: parseEther('10'), period: 0, start: 0 }],
    targets: [],
    ...changes,
  }
  const id = hashPermission(permission, account.address, chainId)
  const signature = await account.owner.sign({ hash: id })
  const { factory, factoryData } = creationOf(account)
  return {
    permission,
    id,
    signature,
    context: encodeContext({
      ...{ account: account.address, chainId, permission, signature, factory, factoryData },
    }),
    draftCalls: (calls, lane) => ({
      callData: encodePermittedCalls(permission, calls),
      nonce: permissionNonceKey(permission, lane) << 64n,
      signature: encodeKeySignature(noSignature, noSignature),
    }),
    async sign(operation, isFirst = true) {
      const signed = await key.sign({ hash: getOperationHash(operation, chainId) })
      return { ...operation, signature: encodeKeySignature(signed, isFirst ? signature : '0x') }
    },
  }
}
