import { decodePermittedCalls } from '@latchkey/wire/login/permissions'
import { type Hex, size, slice } from 'viem'
import { BundlerError, bundlerCodes, invalid } from './BundlerError.js'
import {
  getPaymasterGas,
  getVerificationGas,
  maxCallGas,
  maxPreVerificationGas,
  maxVerificationGas,
  sponsorDataBytes,
  tokenDataBytes,
} from './gas.js'
import type { Operation } from './operation.js'

/** The provider's own paymasters on a chain, in lower case. */
export type OwnPaymasters = { readonly sponsor?: Hex | undefined; readonly token?: Hex | undefined }

/** An operation that expires before its transaction is mined fails at our cost. */
const minRemainingSeconds = 60

/** `own` are the only paymasters whose code is known not to cost us anything. */
export function assertPaymaster(operation: Operation, own: OwnPaymasters): void {
  const { paymaster, paymasterData = '0x' } = operation
  if (paymaster === undefined) return
  if (paymaster !== own.sponsor && paymaster !== own.token) {
    throw paymasterRejected('Only the paymasters of this provider are supported.')
  }
  if (size(paymasterData) !== (paymaster === own.sponsor ? sponsorDataBytes : tokenDataBytes)) {
    throw paymasterRejected('paymasterData is not valid.')
  }
}

export function assertGasLimits(operation: Operation): void {
  const { callGasLimit, verificationGasLimit } = operation
  if (callGasLimit > maxCallGas) throw invalid('callGasLimit is too high.')
  if (verificationGasLimit > maxVerificationGas) {
    throw invalid('verificationGasLimit is too high.')
  }
  // Below it, the account's prefund may not cover what the entry point uses itself.
  const min = getVerificationGas(operation)
  if (verificationGasLimit < min) throw invalid(`verificationGasLimit is below ${min}.`)
  if (operation.preVerificationGas > maxPreVerificationGas) {
    throw invalid('preVerificationGas is too high.')
  }
  if (operation.paymaster === undefined) return
  const exact = getPaymasterGas(operation)
  for (const name of ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const) {
    if (operation[name] !== exact[name]) throw paymasterRejected(`${name} is not ${exact[name]}.`)
  }
}

/** Throws if the permission or the sponsor's signature ends too soon. */
export function assertTimeLeft(operation: Operation, now: number): void {
  const { callData, paymaster, paymasterData = '0x' } = operation
  const ends = [
    decodePermittedCalls(callData)?.permission.validUntil,
    paymaster === undefined ? undefined : Number(slice(paymasterData, 0, 6)),
  ]
  // To the entry point, 0 is no limit.
  if (ends.some((end) => end && end < now / 1_000 + minRemainingSeconds)) {
    throw new BundlerError(bundlerCodes.expired, 'The operation expires too soon.')
  }
}

function paymasterRejected(message: string): BundlerError {
  return new BundlerError(bundlerCodes.paymasterRejected, message)
}
