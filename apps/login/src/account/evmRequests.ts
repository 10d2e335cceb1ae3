import { isRecord } from '@latchkey/wire/json'
import {
  type Hex,
  parseAddress,
  parseChainId,
  parseData,
  parseLooseQuantity,
  parseTransactionRequest,
} from '@latchkey/wire/rpc/eip155'
import { hexToBytes } from 'viem/utils'
import type { Call } from './action.js'
import { chainNumber } from './evmAccount.js'
import type { SponsorRequest } from './sponsor.js'
import { readTypedData, type TypedData } from './typedData.js'
import { batchErrors, delegationErrors, invalidParams, wrongChain } from './walletErrors.js'

/** Parses the parameters of each EVM method. Addresses are in lower case. */

const maxMessageBytes = 64 * 1024
const maxDataBytes = 128 * 1024
const maxCalls = 64
const maxIdLength = 8_194
const maxUrlLength = 2_048
const maxAmount = 2n ** 256n - 1n

export function readMessage(params: unknown): { account: Hex; bytes: Uint8Array } {
  const [message, account] = listOf(params, 2, 3)
  const address = parseAddress(account)
  if (address === undefined || typeof message !== 'string') {
    throw invalidParams('Give the message, then the account')
  }
  const isHex = /^0x/i.test(message)
  const data = isHex ? parseData(message) : undefined
  if (isHex && data === undefined) throw invalidParams('The message is not whole bytes in hex')
  const bytes = data === undefined ? new TextEncoder().encode(message) : hexToBytes(data)
  if (bytes.length > maxMessageBytes) throw invalidParams('The message is too long')
  return { account: address, bytes }
}

export function readTypedDataRequest(params: unknown): {
  account: Hex
  data: TypedData
  hash: Hex
} {
  const [account, given] = listOf(params, 2, 2)
  const address = parseAddress(account)
  if (address === undefined) throw invalidParams('Give the account, then the typed data')
  return { account: address, ...readTypedData(given) }
}

const transactionFields: ReadonlySet<string> = new Set([
  'from',
  'to',
  'value',
  'data',
  'input',
  'chainId',
  'type',
  // Ignored, because the wallet determines these itself.
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'accessList',
])
/** Excludes blob transactions. */
const transactionTypes: readonly unknown[] = [
  undefined,
  '0x0',
  '0x1',
  '0x2',
  '0x00',
  '0x01',
  '0x02',
]

export function readTransaction(
  params: unknown,
  chainId: string,
): { account: Hex | undefined; call: Call } {
  const [given] = listOf(params, 1, 1)
  assertNoDelegation(given)
  const request = parseTransactionRequest(given)
  if (!request || !hasOnly(given, transactionFields)) {
    throw invalidParams('The transaction has fields that are unknown or do not fit')
  }
  if (!transactionTypes.includes((given as { type?: unknown }).type)) {
    throw invalidParams('Transactions of this type are not supported')
  }
  const { from, to, value, data } = request
  checkChain(request.chainId, chainId)
  if (data.length > 2 * maxDataBytes) throw invalidParams('The transaction is too long')
  if (to === undefined && data === '0x') throw invalidParams('The transaction has no recipient')
  return { account: from, call: { to, value, data } }
}

const delegationTypes: readonly unknown[] = ['0x4', '0x04', 4, 'eip7702']

/** EIP-7702: whatever the contract, a site cannot ask for it. */
function assertNoDelegation(given: unknown): void {
  if (!isRecord(given)) return
  const { type, authorizationList, authorization = authorizationList } = given
  if (authorization !== undefined || delegationTypes.includes(type))
    throw delegationErrors.refused()
}

export type CallsRequest = {
  readonly account: Hex | undefined
  readonly calls: readonly Call[]
  readonly id: string | undefined
  /** Sites of the first version expect the bare id. */
  readonly isFirstVersion: boolean
  readonly paymasterService: (SponsorRequest & { readonly isOptional: boolean }) | undefined
}

const batchFields: ReadonlySet<string> = new Set([
  'version',
  'id',
  'from',
  'chainId',
  'atomicRequired',
  'calls',
  'capabilities',
])
const callFields: ReadonlySet<string> = new Set(['to', 'data', 'value', 'capabilities'])

/** EIP-5792. */
export function readCalls(params: unknown, chainId: string): CallsRequest {
  const [given] = listOf(params, 1, 1)
  assertNoDelegation(given)
  if (!isRecord(given) || !hasOnly(given, batchFields)) {
    throw invalidParams('The batch has fields that are unknown')
  }
  const { version, id, from, calls, atomicRequired } = given
  if (version !== undefined && !/^[12](?:\.0){0,2}$/.test(String(version))) {
    throw invalidParams('The batch is of a version that is not supported')
  }
  const account = from === undefined ? undefined : parseAddress(from)
  if (from !== undefined && account === undefined) throw invalidParams('`from` is no account')
  if (atomicRequired !== undefined && typeof atomicRequired !== 'boolean') {
    throw invalidParams('`atomicRequired` is neither true nor false')
  }
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > maxIdLength)) {
    throw invalidParams('The id is no text, or too long')
  }
  if (given.chainId !== undefined) {
    const named = parseChainId(given.chainId)
    if (named === undefined) throw invalidParams('`chainId` is no chain')
    checkChain(named, chainId)
  }
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('The batch has no calls')
  if (calls.length > maxCalls) throw batchErrors.tooLarge()
  const { paymasterService, ...others } = readCapabilities(given.capabilities)
  checkCapabilities(others)
  return {
    account,
    paymasterService: readPaymasterService(paymasterService),
    // By index, so that a hole in the array is an invalid call and not skipped.
    calls: Array.from(calls as unknown[], readCall),
    id,
    isFirstVersion: /^1/.test(String(version)),
  }
}

function readCall(given: unknown): Call {
  if (!isRecord(given) || !hasOnly(given, callFields)) {
    throw invalidParams('A call has fields that are unknown')
  }
  const to = parseAddress(given.to)
  const data = given.data === undefined ? '0x' : parseData(given.data)
  const value = given.value === undefined ? 0n : parseLooseQuantity(given.value)
  if (to === undefined || data === undefined || value === undefined || value > maxAmount) {
    throw invalidParams('A call has no receiver, or its data or value do not fit')
  }
  if (data.length > 2 * maxDataBytes) throw invalidParams('A call is too long')
  checkCapabilities(given.capabilities)
  return { to, data, value }
}

function readCapabilities(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {}
  if (!isRecord(given)) throw invalidParams('The capabilities are no object')
  return given
}

/** Rejects a capability that the wallet lacks, unless it is optional. */
function checkCapabilities(given: unknown): void {
  const isNeeded = Object.values(readCapabilities(given)).some(
    (one) => !isRecord(one) || one.optional !== true,
  )
  if (isNeeded) throw batchErrors.capability()
}

/** ERC-7677. */
function readPaymasterService(given: unknown): CallsRequest['paymasterService'] {
  if (given === undefined || given === null) return undefined
  if (!isRecord(given)) throw invalidParams('`paymasterService` is no object')
  const { url, context = {}, optional } = given
  if (typeof url !== 'string' || url.length > maxUrlLength || !URL.canParse(url)) {
    throw invalidParams('The paymaster has no address')
  }
  if (!isRecord(context)) throw invalidParams('The context of the paymaster is no object')
  return { url, context, isOptional: optional === true }
}

export function checkChain(named: string | undefined, chainId: string): void {
  if (named !== undefined && named !== String(chainNumber(chainId))) throw wrongChain()
}

/** The parameters as an array of `min` to `max` items. */
export function listOf(params: unknown, min: number, max: number): readonly unknown[] {
  if (Array.isArray(params) && params.length >= min && params.length <= max) return params
  throw invalidParams('The parameters are not a list of the right length')
}

function hasOnly(given: unknown, fields: ReadonlySet<string>): boolean {
  return Object.keys(Object(given)).every((field) => fields.has(field))
}
