import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { decodeErrorResult, parseAbi } from 'viem'
import type { NodeRpcError } from '../nodes/Nodes.js'
import { type BundlerCode, BundlerError, bundlerCodes } from './BundlerError.js'

const errors = parseAbi([
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
])

/** Decodes the entry point's error from a node's error. */
export function toEntryPointError(error: NodeRpcError): BundlerError {
  const data = getRevertData(error)
  const reason = data && parseReason(data)
  if (reason === undefined) {
    return new BundlerError(bundlerCodes.rejected, `Rejected: ${error.message}`, data)
  }
  return new BundlerError(toBundlerCode(reason), reason, data)
}

/** Nodes put the revert data at different depths. */
export function getRevertData({ data }: NodeRpcError): Hex | undefined {
  return parseData(typeof data === 'object' && data !== null ? Object(data).data : data)
}

function parseReason(data: Hex): string | undefined {
  try {
    return decodeErrorResult({ abi: errors, data }).args[1].slice(0, 256)
  } catch {
    return undefined
  }
}

/** Codes of the entry point: AA2x is about the account, AA3x about a paymaster. */
function toBundlerCode(reason: string): BundlerCode {
  if (/^AA[23]4/.test(reason)) return bundlerCodes.signatureInvalid
  if (/^AA[23]2/.test(reason)) return bundlerCodes.expired
  return /^AA3/.test(reason) ? bundlerCodes.paymasterRejected : bundlerCodes.rejected
}
