import type { Namespace } from '@latchkey/wire/caip'

/** Limits and behaviour of a JSON-RPC method. */
export type NodeMethod = {
  /** For one node, in milliseconds. */
  readonly patience: number
  /** Largest accepted response; a node that sends more counts as failed. */
  readonly answerBytes: number
  /** The response size depends on the parameters: a large one is not the node's failure. */
  readonly grows?: true
  /** Submits a transaction: retried only if the request was never sent. */
  readonly sends?: true
  /** Filters exist only on the node that created them. */
  readonly filter?: 'made' | 'used'
}

/** More than any page needs. */
const MOST_BYTES = 10 * 1_048_576
const QUICK: NodeMethod = { patience: 3_000, answerBytes: MOST_BYTES }
/** Responses of a few numbers. */
const SMALL: NodeMethod = { patience: 3_000, answerBytes: 65_536 }
const SLOW: NodeMethod = { patience: 8_000, answerBytes: MOST_BYTES }
const SEND: NodeMethod = { patience: 10_000, answerBytes: 65_536, sends: true }
const MAKES_FILTER: NodeMethod = { ...SMALL, filter: 'made' }
const USES_FILTER: NodeMethod = { ...SLOW, filter: 'used' }

function each(method: NodeMethod, names: string): [string, NodeMethod][] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, method])
}

/** Methods open to callers: none that manage a node, its keys or debugging. */
const METHODS: Partial<Record<Namespace, ReadonlyMap<string, NodeMethod>>> = {
  eip155: new Map([
    ...each(
      SMALL,
      `eth_blobBaseFee eth_blockNumber eth_chainId eth_gasPrice eth_getBalance
       eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getStorageAt
       eth_getTransactionCount eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
       eth_maxPriorityFeePerGas eth_syncing net_listening net_version web3_clientVersion web3_sha3`,
    ),
    ...each(
      QUICK,
      `eth_getBlockByHash eth_getBlockByNumber eth_getCode eth_getTransactionByBlockHashAndIndex
       eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionReceipt`,
    ),
    ...each(
      SLOW,
      `eth_call eth_createAccessList eth_estimateGas eth_feeHistory eth_getBlockReceipts eth_getProof
       eth_simulateV1`,
    ),
    ...each({ ...SLOW, grows: true }, 'eth_getLogs'),
    ...each(MAKES_FILTER, 'eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter'),
    ...each(USES_FILTER, 'eth_getFilterChanges eth_getFilterLogs eth_uninstallFilter'),
    ...each(SEND, 'eth_sendRawTransaction'),
  ]),
  solana: new Map([
    ...each(
      SMALL,
      `getBalance getBlockCommitment getBlockHeight getBlockTime getEpochInfo getEpochSchedule
       getFeeForMessage getFirstAvailableBlock getGenesisHash getHealth getInflationGovernor
       getInflationRate getLatestBlockhash getMinimumBalanceForRentExemption getSlot getSlotLeader
       getStakeMinimumDelegation getTokenAccountBalance getTokenSupply getTransactionCount
       getVersion isBlockhashValid minimumLedgerSlot`,
    ),
    ...each(
      QUICK,
      `getAccountInfo getMultipleAccounts getRecentPerformanceSamples getRecentPrioritizationFees
       getSignatureStatuses getTransaction`,
    ),
    ...each(
      SLOW,
      `getBlock getBlockProduction getBlocks getBlocksWithLimit getInflationReward
       getProgramAccounts getSignaturesForAddress getSupply getTokenAccountsByDelegate
       getTokenAccountsByOwner getTokenLargestAccounts getVoteAccounts simulateTransaction`,
    ),
    ...each(SEND, 'sendTransaction'),
  ]),
}

/** Undefined for a method that is not open to callers. */
export function publicMethod(namespace: Namespace, name: string): NodeMethod | undefined {
  return METHODS[namespace]?.get(name)
}

/** The provider itself also uses methods that callers may not. */
export function methodOf(namespace: Namespace, name: string): NodeMethod {
  return publicMethod(namespace, name) ?? SLOW
}
