import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { decodeErrorResult, parseAbi } from 'viem'
import type { NodeError } from '../nodes/Nodes.js'
import { type BundlerCode, BundlerError, bundlerCodes } from './BundlerError.js'

const errors = parseAbi([
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
])

/** The entry point's refusal, told in the node's. */
export function toEntryPointError(error: NodeError): BundlerError {
  const data = getRevertData(error)
  const reason = data && parseReason(data)
  if (reason === undefined) {
    return new BundlerError(bundlerCodes.rejected, `Refused: ${error.message}`, data)
  }
  return new BundlerError(toBundlerCode(reason), reason, data)
}

/** Nodes put what a call reverted with at different depths. */
export function getRevertData({ data }: NodeError): Hex | undefined {
  return parseData(typeof data === 'object' && data !== null ? Object(data).data : data)
}

function parseReason(data: Hex): string | undefined {
  try {
    return decodeErrorResult({ abi: errors, data }).args[1].slice(0, 256)
  } catch {
    return undefined
  }
}

/** The numbers are fixed by the entry point: AA2x speaks of the account, AA3x of a paymaster. */
function toBundlerCode(reason: string): BundlerCode {
  if (/^AA[23]4/.test(reason)) return bundlerCodes.signatureInvalid
  if (/^AA[23]2/.test(reason)) return bundlerCodes.expired
  return /^AA3/.test(reason) ? bundlerCodes.paymasterRejected : bundlerCodes.rejected
}
