import type { Namespace } from '@latchkey/wire/caip'

/** Limits and behaviour of a JSON-RPC method. */
export type NodeMethod = {
  /** For one node, in milliseconds. */
  readonly timeoutMs: number
  /** Largest accepted response; a node that sends more counts as failed. */
  readonly maxBytes: number
  /** The response size depends on the parameters: a large one is not the node's failure. */
  readonly isUnbounded?: true
  /** Submits a transaction: retried only if the request was never sent. */
  readonly sends?: true
  /** Its result changes with blocks only, and nothing waits for a change: pages may share it for a moment. */
  readonly isPerBlock?: true
  /** Filters exist only on the node that created them. */
  readonly filter?: 'made' | 'used'
}

/** More than any page needs. */
const maxResponseBytes = 10 * 1_048_576
const quick: NodeMethod = { timeoutMs: 3_000, maxBytes: maxResponseBytes }
/** Responses of a few numbers. */
const small: NodeMethod = { timeoutMs: 3_000, maxBytes: 65_536 }
const slow: NodeMethod = { timeoutMs: 8_000, maxBytes: maxResponseBytes }
const send: NodeMethod = { timeoutMs: 10_000, maxBytes: 65_536, sends: true }
const createsFilter: NodeMethod = { ...small, filter: 'made' }
const usesFilter: NodeMethod = { ...slow, filter: 'used' }

function each(method: NodeMethod, names: string): [string, NodeMethod][] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, method])
}

/** Methods open to callers: none that manage a node, its keys or debugging. */
const publicMethods: Partial<Record<Namespace, ReadonlyMap<string, NodeMethod>>> = {
  eip155: new Map([
    ...each(
      small,
      `eth_blockNumber eth_chainId eth_getBlockTransactionCountByHash
       eth_getBlockTransactionCountByNumber eth_getStorageAt eth_getTransactionCount
       eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_syncing net_listening
       net_version web3_clientVersion web3_sha3`,
    ),
    ...each(
      { ...small, isPerBlock: true },
      'eth_blobBaseFee eth_gasPrice eth_getBalance eth_maxPriorityFeePerGas',
    ),
    ...each(
      quick,
      `eth_getBlockByHash eth_getBlockByNumber eth_getCode eth_getTransactionByBlockHashAndIndex
       eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionReceipt`,
    ),
    ...each(
      slow,
      `eth_createAccessList eth_estimateGas eth_getBlockReceipts eth_getProof eth_simulateV1`,
    ),
    ...each({ ...slow, isPerBlock: true }, 'eth_call eth_feeHistory'),
    ...each({ ...slow, isUnbounded: true }, 'eth_getLogs'),
    ...each(createsFilter, 'eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter'),
    ...each(usesFilter, 'eth_getFilterChanges eth_getFilterLogs eth_uninstallFilter'),
    ...each(send, 'eth_sendRawTransaction'),
  ]),
  solana: new Map([
    ...each(
      small,
      `getBlockCommitment getBlockHeight getBlockTime getEpochInfo getEpochSchedule
       getFeeForMessage getFirstAvailableBlock getGenesisHash getHealth getInflationGovernor
       getInflationRate getLatestBlockhash getMinimumBalanceForRentExemption getSlot getSlotLeader
       getStakeMinimumDelegation getTokenAccountBalance getTokenSupply getTransactionCount
       getVersion isBlockhashValid minimumLedgerSlot`,
    ),
    ...each(
      quick,
      `getRecentPerformanceSamples getRecentPrioritizationFees getSignatureStatuses getTransaction`,
    ),
    ...each({ ...small, isPerBlock: true }, 'getBalance'),
    ...each({ ...quick, isPerBlock: true }, 'getAccountInfo getMultipleAccounts'),
    ...each(
      slow,
      `getBlock getBlockProduction getBlocks getBlocksWithLimit getInflationReward
       getProgramAccounts getSignaturesForAddress getSupply getTokenAccountsByDelegate
       getTokenAccountsByOwner getTokenLargestAccounts getVoteAccounts simulateTransaction`,
    ),
    ...each(send, 'sendTransaction'),
  ]),
}

/** Undefined for a method that is not open to callers. */
export function getPublicMethod(namespace: Namespace, name: string): NodeMethod | undefined {
  return publicMethods[namespace]?.get(name)
}

/** The provider itself also uses methods that callers may not. */
export function getMethod(namespace: Namespace, name: string): NodeMethod {
  return getPublicMethod(namespace, name) ?? slow
}
