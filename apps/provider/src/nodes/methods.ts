import type { Namespace } from '@latchkey/wire/caip'

/** What is known of a JSON-RPC method before it is called. */
export type NodeMethod = {
  /** How long one node may take, in milliseconds. */
  readonly patience: number
  /** Largest answer worth reading; a node that sends more is not well. */
  readonly answerBytes: number
  /** How much there is to answer is up to the question: too much says nothing about the node. */
  readonly grows?: true
  /** Hands something to the chain: asked once, and again only when it was never sent. */
  readonly sends?: true
  /** The node that made a filter is the only one that knows it. */
  readonly filter?: 'made' | 'used'
}

/** More than any answer a page needs. */
const MOST_BYTES = 10 * 1_048_576
const QUICK: NodeMethod = { patience: 3_000, answerBytes: MOST_BYTES }
/** A number, or a few. */
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

/** What callers may ask of a chain. Nothing that manages a node, its keys or its debugging is here. */
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

/** Undefined for a method that is not for callers. */
export function publicMethod(namespace: Namespace, name: string): NodeMethod | undefined {
  return METHODS[namespace]?.get(name)
}

/** The provider's own reading also uses methods that callers may not. */
export function methodOf(namespace: Namespace, name: string): NodeMethod {
  return publicMethod(namespace, name) ?? SLOW
}
