import type { Hash, TransactionReceipt } from 'viem'
import { vi } from 'vitest'

/**
 * Asks for the receipt again and again. viem's own wait looks only when a block comes, and misses one
 * that a slow node makes between its first look and its watch.
 */
export function waitForReceipt(
  client: { getTransactionReceipt(of: { readonly hash: Hash }): Promise<TransactionReceipt> },
  hash: Hash,
): Promise<TransactionReceipt> {
  const look = () => client.getTransactionReceipt({ hash })
  return vi.waitFor(look, { timeout: 120_000, interval: 20 })
}
