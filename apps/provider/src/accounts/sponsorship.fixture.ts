import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { sponsor } from '@latchkey/dev-stack/testAccounts'
import { concat, type Hex, hashTypedData, numberToHex } from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Operation } from '../bundler/operation.js'
import type { PermissionChain } from './permissionChain.fixture.js'

/** What the sponsor signs; written again here to compare the contract with. */
const fields = {
  sender: 'address',
  nonce: 'uint256',
  initCode: 'bytes',
  callData: 'bytes',
  accountGasLimits: 'bytes32',
  paymasterGasLimits: 'bytes32',
  preVerificationGas: 'uint256',
  gasFees: 'bytes32',
  validUntil: 'uint48',
  validAfter: 'uint48',
}

export type Sponsorship = {
  readonly signer?: PrivateKeyAccount
  readonly paymaster?: Hex
  readonly chainId?: number
  readonly validUntil?: number
  readonly validAfter?: number
}

/** Adds a paymaster and the sponsor's signature. The operation's own comes after it. */
export async function signSponsorship(
  chain: PermissionChain,
  operation: Operation,
  options: Sponsorship,
): Promise<Operation> {
  const { signer = sponsor, paymaster = localAddresses.sponsorPaymaster } = options
  const drafted = {
    ...operation,
    paymaster,
    paymasterVerificationGasLimit: 100_000n,
    paymasterPostOpGasLimit: 0n,
    paymasterData: '0x' as Hex,
  }
  const { hash, times } = await hashSponsorship(chain, drafted, options)
  return { ...drafted, paymasterData: concat([times, await signer.sign({ hash })]) }
}

/** The hash for an operation that names its paymaster, and the encoded times. */
export async function hashSponsorship(
  chain: PermissionChain,
  operation: Operation,
  options: Sponsorship,
): Promise<{ readonly hash: Hex; readonly times: Hex }> {
  const validUntil = options.validUntil ?? (await chain.now()) + 600
  const { chainId = 1, validAfter = 0 } = options
  const packed = toPackedUserOperation(operation)
  const hash = hashTypedData({
    domain: {
      name: 'Latchkey Sponsor',
      version: '1',
      chainId,
      verifyingContract: operation.paymaster,
    },
    types: { Sponsorship: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType: 'Sponsorship',
    message: {
      ...packed,
      paymasterGasLimits: `0x${packed.paymasterAndData.slice(42, 106)}`,
      validUntil,
      validAfter,
    },
  })
  const times = concat([validUntil, validAfter].map((time) => numberToHex(time, { size: 6 })))
  return { hash, times }
}
