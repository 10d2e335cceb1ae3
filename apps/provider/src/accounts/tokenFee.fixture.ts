import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { sponsor } from '@latchkey/dev-stack/testAccounts'
import { concat, type Hex, hashTypedData, numberToHex } from 'viem'
import type { Operation } from '../bundler/operation.js'
import type { PermissionChain } from './permissionChain.fixture.js'
import { hashSponsorship, type Sponsorship } from './sponsorship.fixture.js'

/** What the signer signs for a fee in a token; written again here to compare the contract with. */
const fields = {
  sponsorship: 'bytes32',
  token: 'address',
  maxAmount: 'uint128',
  rate: 'uint128',
}

export type TokenFee = Sponsorship & {
  readonly token: Hex
  readonly maxAmount: bigint
  /** Units of the token for 10^18 units of the coin. */
  readonly rate: bigint
}

/** Adds a token paymaster with signed terms. The operation's own signature comes after it. */
export async function signTokenFee(
  chain: PermissionChain,
  operation: Operation,
  fee: TokenFee,
): Promise<Operation> {
  const { signer = sponsor, chainId = 1, paymaster = localAddresses.tokenPaymaster } = fee
  const { token, maxAmount, rate } = fee
  const drafted = {
    ...operation,
    paymaster,
    paymasterVerificationGasLimit: 200_000n,
    paymasterPostOpGasLimit: 150_000n,
    paymasterData: '0x' as Hex,
  }
  const { hash: sponsorship, times } = await hashSponsorship(chain, drafted, fee)
  const hash = hashTypedData({
    domain: { name: 'Latchkey Token Fee', version: '1', chainId, verifyingContract: paymaster },
    types: { TokenFee: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType: 'TokenFee',
    message: { sponsorship, token, maxAmount, rate },
  })
  const terms = [maxAmount, rate].map((value) => numberToHex(value, { size: 16 }))
  const paymasterData = concat([times, token, ...terms, await signer.sign({ hash })])
  return { ...drafted, paymasterData }
}
