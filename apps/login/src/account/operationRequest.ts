import { isRecord } from '@latchkey/wire/json'
import { type AccountVersion, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseAddress, parseData, parseLooseQuantity } from '@latchkey/wire/rpc/eip155'
import { accountCreation, decodeCalls } from './accountCalls.js'
import type { Call } from './action.js'
import { listOf } from './evmRequests.js'
import { invalidParams } from './walletErrors.js'

/** A user operation from a site. The wallet fills in gas and fees that are missing or zero. */
export type OperationRequest = {
  readonly sender: Hex
  readonly nonce: bigint | undefined
  readonly callData: Hex
  readonly calls: readonly Call[]
  readonly hasFactory: boolean
}

const fields: ReadonlySet<string> = new Set([
  'sender',
  'nonce',
  'factory',
  'factoryData',
  'callData',
  // Estimated by the wallet, so that the site cannot set the cost.
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
])

/** Only calls of `execute` and `executeBatch` can be shown, so everything else is rejected. */
export function readOperation(
  params: unknown,
  { owner, version }: { readonly owner: Hex; readonly version: AccountVersion },
): OperationRequest {
  const [given, entryPoint] = listOf(params, 2, 2)
  if (parseAddress(entryPoint) !== entryPointAddress.toLowerCase()) {
    throw invalidParams('Operations go to the entry point of version 0.8')
  }
  if (!isRecord(given) || !Object.keys(given).every((name) => fields.has(name))) {
    throw invalidParams('The operation has fields that are not supported')
  }
  const sender = parseAddress(given.sender)
  const callData = parseData(given.callData)
  const nonce = given.nonce === undefined ? undefined : parseLooseQuantity(given.nonce)
  if (sender === undefined || callData === undefined) {
    throw invalidParams('The operation has no sender or no call')
  }
  if (given.nonce !== undefined && nonce === undefined)
    throw invalidParams('The nonce is no number')
  const calls = decodeCalls(callData)
  if (!calls || calls.length === 0) throw invalidParams('The operation does something unknown')
  checkFactory(given, accountCreation(owner, version))
  const hasFactory = given.factory !== undefined && given.factory !== null
  return { sender, nonce, callData, calls, hasFactory }
}

function checkFactory(
  given: Readonly<Record<string, unknown>>,
  creation: ReturnType<typeof accountCreation>,
): void {
  const { factory, factoryData } = given
  if ((factory ?? undefined) === undefined && (factoryData ?? undefined) === undefined) return
  const isOurs =
    parseAddress(factory) === creation.factory.toLowerCase() &&
    parseData(factoryData) === creation.factoryData.toLowerCase()
  if (!isOurs) throw invalidParams('The operation creates another account')
}
