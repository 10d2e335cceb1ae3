import { getAccountHistory, type Transaction } from '@latchkey/wire/http/history'
import type { PurchaseStatus } from '@latchkey/wire/http/onramp'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Network } from '../../network/network.js'
import type { Widget } from '../../widget.js'

/** The purchases of an account that the provider knows, newest first. */
export async function fetchPurchases(
  { ports }: Widget,
  {
    address,
    network,
    provider,
    signal,
  }: {
    readonly address: string
    readonly network: Network
    readonly provider: string
    readonly signal?: AbortSignal | undefined
  },
): Promise<readonly Transaction[]> {
  const query = { account: address, chainId: network.id, onramp: provider }
  const { data } = (await ports.provider?.call(getAccountHistory, query, { signal })) ?? {
    data: [],
  }
  return data.filter(({ metadata }) => isSameAddress(metadata.sentTo, address))
}

/** The status of a purchase in the history. */
export function toPurchaseStatus(status: string): Exclude<PurchaseStatus, 'open' | 'cancelled'> {
  if (/failed$/i.test(status)) return 'failed'
  return /in_progress$|^pending$/i.test(status) ? 'pending' : 'delivered'
}
