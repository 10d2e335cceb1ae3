import { formatAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import { getAccountHistory, type Transaction, type Transfer } from '@latchkey/wire/http/history'
import type { Clock } from '../../clock.js'
import { type Route, route } from '../../http/route.js'
import { type Nodes, withNodeDeadline } from '../../nodes/Nodes.js'
import type { History } from '../../sources/history/createHistory.js'
import type { HistoryItem, HistoryTransfer } from '../../sources/history/HistoryItem.js'
import type { Purchases } from '../../sources/onramp/Purchases.js'
import { tokenIcon } from '../../sources/tokens/Token.js'
import { toImageUrl } from './nftImage.js'
import { getChains, parseAccount } from './parseAccount.js'

/** Small, because a page of history has up to fifty inline pictures. */
const maxImageLength = 16_384

/** An account's transactions, newest first; with `onramp`, its purchases instead. */
export function historyRoute(parts: {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly history: History
  /** Absent where nothing can be bought. */
  readonly purchases: Purchases | undefined
}): Route {
  const { clock, nodes, history, purchases } = parts
  return route(getAccountHistory, async (input, { project, publicUrl }) => {
    const { account, chainId, cursor, onramp } = input
    const [first, ...others] = getChains(nodes, account, chainId)
    if (first === undefined) return { data: [], next: null }
    const address = parseAccount(first, account)
    if (onramp !== undefined) {
      const bought = await purchases?.list({ projectId: project.id, address, publicUrl })
      return { data: bought ?? [], next: null }
    }
    const page = history.readPage([first, ...others], address, cursor)
    const { items, next } = await withNodeDeadline(clock, page)
    return { data: items.map((item) => toTransaction(item, publicUrl)), next }
  })
}

function toTransaction(item: HistoryItem, publicUrl: string): Transaction {
  return {
    id: `${item.chain}:${item.hash}`,
    metadata: {
      operationType: item.operation,
      hash: item.hash,
      minedAt: new Date(item.time * 1_000).toISOString(),
      sentFrom: item.from,
      sentTo: item.to,
      status: item.isFailed ? 'failed' : 'confirmed',
      nonce: item.nonce,
      chain: item.chain,
      application: null,
    },
    transfers: item.transfers.map((movement) => toTransfer(movement, item.chain, publicUrl)),
    ...(item.approval && { approval: toApproval(item.approval, publicUrl) }),
  }
}

function toApproval(
  { spender, limit, token }: NonNullable<HistoryItem['approval']>,
  publicUrl: string,
): NonNullable<Transaction['approval']> {
  const isAmount = typeof limit === 'bigint'
  return {
    spender,
    limit: isAmount ? 'amount' : limit,
    quantity: isAmount && token ? { numeric: formatAmount(limit, token.decimals) } : null,
    fungible_info: token
      ? { symbol: token.symbol, icon: { url: tokenIcon(publicUrl, token.symbol) } }
      : null,
  }
}

function toTransfer(
  { asset, direction, amount, decimals, isSpam, sender, recipient }: HistoryTransfer,
  chain: NetworkId,
  publicUrl: string,
): Transfer {
  const quantity = { numeric: formatAmount(amount, decimals) }
  const common = { direction, quantity, sender, recipient }
  if (asset.kind === 'nft') {
    const { name, nft } = asset
    const url = toImageUrl(asset.image, maxImageLength, { publicUrl, chain, nft })
    const picture = url === null ? null : { url }
    return {
      ...common,
      fungible_info: null,
      nft_info: {
        name,
        content: picture && { preview: picture, detail: picture },
        flags: { is_spam: isSpam },
      },
    }
  }
  const { name, symbol } = asset
  return {
    ...common,
    fungible_info: {
      name,
      symbol,
      icon: { url: tokenIcon(publicUrl, symbol) },
      flags: { is_spam: isSpam },
    },
    nft_info: null,
  }
}
