import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { concat, type Hex, hashTypedData, numberToHex } from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { getPaymasterGas, sponsorDataBytes } from '../bundler/gas.js'
import type { Operation } from '../bundler/operation.js'

/** An operation with everything but its account's signature. */
export type SponsoredOperation = Operation & {
  readonly paymaster: Hex
  readonly paymasterData: Hex
  readonly paymasterVerificationGasLimit: bigint
  readonly paymasterPostOpGasLimit: bigint
}

/** `SponsorPaymaster.hashSponsorship` */
const types = {
  Sponsorship: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'paymasterGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'validUntil', type: 'uint48' },
    { name: 'validAfter', type: 'uint48' },
  ],
} as const

/** `TokenPaymaster.hashTokenFee` */
const tokenFeeTypes = {
  TokenFee: [
    { name: 'sponsorship', type: 'bytes32' },
    { name: 'token', type: 'address' },
    { name: 'maxAmount', type: 'uint128' },
    { name: 'rate', type: 'uint128' },
  ],
} as const

/** What an account pays for an operation in a token. */
export type TokenTerms = {
  readonly token: Hex
  readonly maxAmount: bigint
  /** Units of the token for 10^18 units of the coin. */
  readonly rate: bigint
}

const validAfter = 0
const signatureBytes = 65
/** As long as a real one, without zero bytes, so that its gas can be estimated. */
const placeholderSignature: Hex = `0x${'ff'.repeat(signatureBytes)}`
const maxAmountLimit = 2n ** 128n - 1n

/** Fields of an operation that a paymaster sets. */
export function paymasterFields(operation: Operation, paymaster: Hex, paymasterData: Hex) {
  return { paymaster, paymasterData, ...getPaymasterGas({ ...operation, paymasterData }) }
}

export function placeholderData(): Hex {
  return `0x${'ff'.repeat(sponsorDataBytes)}`
}

/** With the real token and rate, so that clients can compute what they would pay. */
export function placeholderTokenData({ token, rate }: Omit<TokenTerms, 'maxAmount'>): Hex {
  const terms = { token, rate, maxAmount: maxAmountLimit }
  return encodeTokenData(2 ** 48 - 1, terms, placeholderSignature)
}

/** What a cost in the coin's smallest unit is in the token, rounded up. */
export function toTokenAmount(cost: bigint, rate: bigint): bigint {
  return (cost * rate + 10n ** 18n - 1n) / 10n ** 18n
}

function encodeTimes(validUntil: number): Hex {
  return concat([numberToHex(validUntil, { size: 6 }), numberToHex(validAfter, { size: 6 })])
}

function encodeTokenData(validUntil: number, terms: TokenTerms, signature: Hex): Hex {
  const { token, maxAmount, rate } = terms
  const amounts = [maxAmount, rate].map((value) => numberToHex(value, { size: 16 }))
  return concat([encodeTimes(validUntil), token, ...amounts, signature])
}

/** The most that the paymaster's deposit can be charged for an operation. */
export function getMaxCost(operation: SponsoredOperation): bigint {
  const gas =
    operation.preVerificationGas +
    operation.verificationGasLimit +
    operation.callGasLimit +
    operation.paymasterVerificationGasLimit +
    operation.paymasterPostOpGasLimit
  return gas * operation.maxFeePerGas
}

/** Signs until a time, in seconds. The same input gives the same signature. */
export function createSigner(signerKey: Hex) {
  const account = privateKeyToAccount(signerKey)
  return {
    address: account.address,
    async sign(
      chain: NetworkId,
      paymaster: Hex,
      operation: Operation,
      validUntil: number,
    ): Promise<SponsoredOperation> {
      const fields = paymasterFields(operation, paymaster, placeholderData())
      const unsigned = { ...operation, ...fields }
      const typedData = getSponsorship(chain, unsigned, validUntil)
      const signature = await account.signTypedData(typedData)
      return { ...unsigned, paymasterData: concat([encodeTimes(validUntil), signature]) }
    },
    /** For an operation whose account pays in a token. */
    async signTokenFee(
      chain: NetworkId,
      paymaster: Hex,
      operation: Operation,
      terms: TokenTerms,
      validUntil: number,
    ): Promise<SponsoredOperation> {
      const fields = paymasterFields(operation, paymaster, placeholderTokenData(terms))
      const unsigned = { ...operation, ...fields }
      const signature = await account.signTypedData({
        domain: getDomain('Latchkey Token Fee', chain, paymaster),
        types: tokenFeeTypes,
        primaryType: 'TokenFee',
        message: {
          ...terms,
          sponsorship: hashTypedData(getSponsorship(chain, unsigned, validUntil)),
        },
      })
      return { ...unsigned, paymasterData: encodeTokenData(validUntil, terms, signature) }
    },
  }
}

function getDomain(name: string, chain: NetworkId, paymaster: Hex) {
  const chainId = Number(referenceOf(chain))
  return { name, version: '1', chainId, verifyingContract: paymaster }
}

function getSponsorship(chain: NetworkId, operation: SponsoredOperation, validUntil: number) {
  const packed = toPackedUserOperation({ ...operation, paymasterData: '0x' })
  return {
    domain: getDomain('Latchkey Sponsor', chain, operation.paymaster),
    types,
    primaryType: 'Sponsorship',
    message: {
      sender: packed.sender,
      nonce: packed.nonce,
      initCode: packed.initCode,
      callData: packed.callData,
      accountGasLimits: packed.accountGasLimits,
      paymasterGasLimits: concat([
        numberToHex(operation.paymasterVerificationGasLimit, { size: 16 }),
        numberToHex(operation.paymasterPostOpGasLimit, { size: 16 }),
      ]),
      preVerificationGas: packed.preVerificationGas,
      gasFees: packed.gasFees,
      validUntil,
      validAfter,
    },
  } as const
}
