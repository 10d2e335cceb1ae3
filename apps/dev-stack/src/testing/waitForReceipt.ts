import type { Hash, TransactionReceipt } from 'viem'
import { vi } from 'vitest'

/**
 * Polls for the receipt. viem's own wait checks only on new blocks and misses one
 * that a slow node mines between its first check and its subscription.
 */
export function waitForReceipt(
  client: { getTransactionReceipt(of: { readonly hash: Hash }): Promise<TransactionReceipt> },
  hash: Hash,
): Promise<TransactionReceipt> {
  const look = () => client.getTransactionReceipt({ hash })
  return vi.waitFor(look, { timeout: 120_000, interval: 20 })
}
