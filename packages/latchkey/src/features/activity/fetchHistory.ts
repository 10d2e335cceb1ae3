import { getAccountHistory } from '@latchkey/wire/http/history'
import { getPortfolio } from '../../core/account/portfolio/portfolio.js'
import { getConnection } from '../../core/connection/store.js'
import { recordEvent } from '../../core/events/actions/recordEvent.js'
import type { Network } from '../../core/network/network.js'
import { HistoryFailedError, ProviderError } from '../../core/runtime/errors/provider.js'
import { toProviderImageUrl } from '../../core/wallets/toProviderImageUrl.js'
import type { Widget } from '../../core/widget.js'
import type { ActivityItem } from './activityItem.js'
import { toHistoryItem } from './historyItem.js'

export type HistoryQuery = {
  readonly address: string
  readonly network: Network
  readonly cursor?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type HistoryPage = {
  readonly items: readonly ActivityItem[]
  readonly next: string | undefined
}

/** Fetches one page; undefined if the provider has no history of the network. */
export async function fetchHistory(
  widget: Widget,
  { address, network, cursor, signal }: HistoryQuery,
): Promise<HistoryPage | undefined> {
  const { provider } = widget.ports
  if (!provider) return undefined
  try {
    const query = { account: address, chainId: network.id, cursor }
    const { data, next } = await provider.call(getAccountHistory, query, { signal })
    const known = getPortfolio(widget).get({ address, network })
    const holdings = ('value' in known && known.value) || []
    const viewer = {
      address,
      network,
      priceOf: (symbol: string) => holdings.find((one) => one.symbol === symbol)?.price,
      pictureOf: (url: string | undefined) => toProviderImageUrl(widget, url),
    }
    return {
      items: data.flatMap((item) => toHistoryItem(item, viewer) ?? []),
      // A cursor that repeats itself would never end.
      next: next && next !== cursor ? next : undefined,
    }
  } catch (cause) {
    signal?.throwIfAborted()
    if (isUnsupportedNetwork(cause)) return undefined
    recordEvent(widget, {
      event: 'ERROR_FETCH_TRANSACTIONS',
      properties: historyProperties(widget, address, cursor),
    })
    throw new HistoryFailedError({ cause })
  }
}

export function historyProperties(widget: Widget, address: string, cursor: string | undefined) {
  const isSmartAccount = getConnection(widget)?.active.type === 'smartAccount'
  return { address, projectId: widget.config.projectId, cursor, isSmartAccount }
}

function isUnsupportedNetwork(error: unknown): boolean {
  return (
    error instanceof ProviderError && error.status === 400 && error.reasons[0]?.field === 'chainId'
  )
}
