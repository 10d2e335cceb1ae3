import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { ChainCall } from '../api/chains.js'
import { chainNumber } from './evmAccount.js'
import { batchErrors } from './walletErrors.js'

const pending = 100
const confirmed = 200
const failedOffChain = 400
const reverted = 500

/** Where a batch was sent, and its id there. */
export type SentBatch = { readonly chainId: string; readonly hash: Hex }

/** The status of a batch (EIP-5792). Rejects if the batch is unknown. */
export async function readCallsStatus(
  parts: {
    readonly rpc: ChainCall
    readonly bundler: ChainCall
    readonly hasBundler: (chainId: string) => boolean
    /** In lower case. */
    readonly owner: Hex
  },
  id: string,
  { chainId, hash }: SentBatch,
  /** It was sent from here, so a missing result means that it was lost. */
  isOurs: boolean,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const { rpc, bundler, owner } = parts
  const about = (status: number, atomic: boolean, receipts?: readonly unknown[]) => ({
    version: '2.0.0',
    id,
    chainId: toQuantity(BigInt(chainNumber(chainId))),
    status,
    atomic,
    ...(receipts && { receipts }),
  })

  if (parts.hasBundler(chainId)) {
    const [receipt, operation] = await Promise.all([
      bundler(chainId, 'eth_getUserOperationReceipt', [hash], signal),
      bundler(chainId, 'eth_getUserOperationByHash', [hash], signal),
    ])
    if (isRecord(receipt) && isRecord(receipt.receipt)) {
      const isDone = receipt.success === true
      const logs = Array.isArray(receipt.logs) ? receipt.logs : []
      const shown = receiptOf(receipt.receipt, logs, isDone)
      return about(isDone ? confirmed : reverted, true, [shown])
    }
    if (operation !== null) return about(pending, true)
  }
  const transaction = await rpc(chainId, 'eth_getTransactionByHash', [hash], signal)
  if (isRecord(transaction) && parseAddress(transaction.from) === owner) {
    const receipt = await rpc(chainId, 'eth_getTransactionReceipt', [hash], signal)
    if (!isRecord(receipt)) return about(pending, true)
    const isDone = parseQuantity(receipt.status) === 1n
    const logs = Array.isArray(receipt.logs) ? receipt.logs : []
    return about(isDone ? confirmed : reverted, true, [receiptOf(receipt, logs, isDone)])
  }
  if (isOurs) return about(failedOffChain, true)
  throw batchErrors.unknown()
}

function receiptOf(
  { blockHash, blockNumber, gasUsed, transactionHash }: Readonly<Record<string, unknown>>,
  logs: readonly unknown[],
  isDone: boolean,
) {
  return {
    logs: logs.filter(isRecord).map(({ address, data, topics }) => ({ address, data, topics })),
    status: isDone ? '0x1' : '0x0',
    blockHash,
    blockNumber,
    gasUsed,
    transactionHash,
  }
}
