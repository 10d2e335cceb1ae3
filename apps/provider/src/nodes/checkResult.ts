import type { Namespace } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import {
  parseAddress,
  parseData,
  parseHash,
  parseLooseQuantity,
  parseQuantity,
} from '@latchkey/wire/rpc/eip155'
import { type Hex, keccak256 } from 'viem'

/** Whether a result has the method's type and is for the requested item. A wrong one would become a wrong balance. */
export function isValidResult(
  namespace: Namespace,
  method: string,
  params: unknown,
  result: unknown,
): boolean {
  const check = checksByMethod[namespace]?.[method]
  return check === undefined || check(result, Array.isArray(params) ? params : [])
}

type Check = (result: unknown, params: readonly unknown[]) => boolean

const isQuantity: Check = (value) => parseQuantity(value) !== undefined
/** Some nodes write filter ids with leading zeros. */
const isFilterId: Check = (value) => parseLooseQuantity(value) !== undefined
const isData: Check = (value) => parseData(value) !== undefined
const isBoolean: Check = (value) => typeof value === 'boolean'
const isHash = (value: unknown): boolean => parseHash(value) !== undefined

const orNull =
  (check: Check): Check =>
  (value, params) =>
    value === null || check(value, params)

/** An object whose named members pass; further members are allowed. */
const withMembers =
  (members: Readonly<Record<string, (value: unknown) => boolean>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(members).every(([name, check]) => check(value[name]))

const listOf =
  (check: Check): Check =>
  (value, params) =>
    Array.isArray(value) && value.every((item) => check(item, params))

const optional = (check: Check) => (value: unknown) =>
  value === undefined || value === null || check(value, [])

const quantity = (value: unknown) => isQuantity(value, [])

const isTransaction = withMembers({
  hash: isHash,
  from: (value) => parseAddress(value) !== undefined,
  value: quantity,
  nonce: quantity,
  input: (value) => isData(value, []),
  blockNumber: optional(isQuantity),
})

const isReceipt = withMembers({
  transactionHash: isHash,
  blockHash: isHash,
  blockNumber: quantity,
  gasUsed: quantity,
  status: optional(isQuantity),
  logs: Array.isArray,
})

const isBlock: Check = withMembers({
  number: optional(isQuantity),
  timestamp: quantity,
  gasLimit: quantity,
  baseFeePerGas: optional(isQuantity),
  transactions: Array.isArray,
})

const isLog = withMembers({
  address: (value) => parseAddress(value) !== undefined,
  topics: Array.isArray,
  data: (value) => isData(value, []),
  blockNumber: optional(isQuantity),
  transactionHash: optional(isHash),
})

const isSearchPage = withMembers({
  txs: (value) => listOf(isTransaction)(value, []),
  receipts: Array.isArray,
  firstPage: (value) => isBoolean(value, []),
  lastPage: (value) => isBoolean(value, []),
})

const isFeeHistory = withMembers({
  oldestBlock: quantity,
  baseFeePerGas: (value) => listOf(isQuantity)(value, []),
  reward: optional(listOf(listOf(isQuantity))),
})

/** The result must have the requested hash. */
const isAbout =
  (member: string, check: Check): Check =>
  (value, params) =>
    check(value, params) &&
    isRecord(value) &&
    String(value[member]).toLowerCase() === String(params[0]).toLowerCase()

/** A block requested by number must have that number; by tag (`latest`) it can be any. */
const isRequestedBlock: Check = (value, params) =>
  isBlock(value, params) &&
  (!isQuantity(params[0], []) ||
    (isRecord(value) && parseQuantity(value.number) === parseQuantity(params[0])))

/** A transaction's hash is the hash of its bytes, except for blob transactions. */
const isHashOfSent: Check = (value, params) => {
  const sent = parseData(params[0])
  if (!isHash(value) || sent === undefined) return isHash(value)
  return sent.startsWith('0x03') || keccak256(sent as Hex) === String(value).toLowerCase()
}

const isWhole = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) ||
  (typeof value === 'string' && /^\d{16,20}$/.test(value))

/** Solana wraps most results with their slot. */
const inContext = (check: (value: unknown) => boolean): Check =>
  withMembers({ context: (value) => isRecord(value) && isWhole(value.slot), value: check })

const isLabel = (value: unknown): boolean => typeof value === 'string' && value !== ''

const checksByMethod: Partial<Record<Namespace, Readonly<Record<string, Check>>>> = {
  eip155: {
    eth_blobBaseFee: isQuantity,
    eth_blockNumber: isQuantity,
    eth_call: isData,
    eth_chainId: isQuantity,
    eth_estimateGas: isQuantity,
    eth_feeHistory: isFeeHistory,
    eth_gasPrice: isQuantity,
    eth_getBalance: isQuantity,
    eth_getBlockByHash: orNull(isAbout('hash', isBlock)),
    eth_getBlockByNumber: orNull(isRequestedBlock),
    eth_getBlockReceipts: orNull(listOf(isReceipt)),
    eth_getBlockTransactionCountByHash: orNull(isQuantity),
    eth_getBlockTransactionCountByNumber: orNull(isQuantity),
    eth_getCode: isData,
    eth_getFilterChanges: Array.isArray,
    eth_getFilterLogs: listOf(isLog),
    eth_getLogs: listOf(isLog),
    eth_getStorageAt: isData,
    eth_getTransactionByBlockHashAndIndex: orNull(isTransaction),
    eth_getTransactionByBlockNumberAndIndex: orNull(isTransaction),
    eth_getTransactionByHash: orNull(isAbout('hash', isTransaction)),
    eth_getTransactionCount: isQuantity,
    eth_getTransactionReceipt: orNull(isAbout('transactionHash', isReceipt)),
    eth_maxPriorityFeePerGas: isQuantity,
    eth_newBlockFilter: isFilterId,
    eth_newFilter: isFilterId,
    eth_newPendingTransactionFilter: isFilterId,
    eth_sendRawTransaction: isHashOfSent,
    eth_uninstallFilter: isBoolean,
    ots_searchTransactionsAfter: isSearchPage,
    ots_searchTransactionsBefore: isSearchPage,
    ots_getInternalOperations: listOf(withMembers({ value: quantity })),
  },
  solana: {
    getAccountInfo: inContext((value) => value === null || isRecord(value)),
    getBalance: inContext(isWhole),
    getBlockHeight: isWhole,
    getFeeForMessage: inContext((value) => value === null || isWhole(value)),
    getGenesisHash: isLabel,
    getLatestBlockhash: inContext(
      (value) => isRecord(value) && isLabel(value.blockhash) && isWhole(value.lastValidBlockHeight),
    ),
    getMinimumBalanceForRentExemption: isWhole,
    getMultipleAccounts: inContext(Array.isArray),
    getSignatureStatuses: inContext(Array.isArray),
    getSignaturesForAddress: listOf(withMembers({ signature: isLabel, slot: isWhole })),
    getSlot: isWhole,
    getTokenAccountBalance: inContext(isRecord),
    getTokenAccountsByOwner: inContext(Array.isArray),
    getTokenSupply: inContext(isRecord),
    getTransaction: orNull(
      withMembers({
        slot: isWhole,
        transaction: (value) => isRecord(value) || Array.isArray(value),
      }),
    ),
    getTransactionCount: isWhole,
    sendTransaction: isLabel,
  },
}
