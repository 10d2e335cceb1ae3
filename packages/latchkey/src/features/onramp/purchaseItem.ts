import type { NetworkId } from '@latchkey/wire/caip'
import type { Transaction } from '@latchkey/wire/http/history'
import { toPurchaseStatus } from '../../core/account/purchases/fetchPurchases.js'
import type { Purchase } from '../../core/account/purchases/purchases.js'
import { monthOf } from '../../core/format/time.js'
import { sanitizeWalletName } from '../../core/wallets/sanitize.js'

/** A paid purchase as it is listed. */
export type PurchaseItem = {
  readonly id: string
  readonly symbol: string
  /** Decimal text. */
  readonly quantity: string
  readonly image?: string | undefined
  readonly time: number
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly networkId: NetworkId | undefined
  readonly hash: string | undefined
}

export function toPurchaseItem({ id, metadata, transfers }: Transaction): PurchaseItem {
  const [first] = transfers ?? []
  return {
    id,
    symbol: sanitizeWalletName(first?.fungible_info?.symbol) ?? '',
    quantity: first?.quantity.numeric ?? '0',
    image: first?.fungible_info?.icon?.url,
    time: Date.parse(metadata.minedAt),
    status: toPurchaseStatus(metadata.status),
    networkId: metadata.chain ?? undefined,
    hash: metadata.hash || undefined,
  }
}

export type PurchaseMonth = {
  readonly key: number
  readonly time: number
  readonly items: readonly PurchaseItem[]
}

/** Joins the provider's list with what is known here, newest first, by month. */
export function listPurchases(
  known: readonly Purchase[],
  found: readonly PurchaseItem[],
  address: string,
): readonly PurchaseMonth[] {
  const ids = new Set(found.map(({ id }) => id))
  const own = known.flatMap((purchase) => {
    const { status, hash, startedAt: time } = purchase
    if (status === 'open' || status === 'cancelled') return []
    if (purchase.address !== address || ids.has(purchase.id)) return []
    return [{ ...purchase, status, hash, time }]
  })
  const all = [...own, ...found].sort((one, other) => other.time - one.time)
  const months = new Map<number, PurchaseItem[]>()
  for (const item of all) {
    const key = monthOf(item.time)
    months.set(key, [...(months.get(key) ?? []), item])
  }
  return [...months].map(([key, items]) => ({ key, items, time: items[0]?.time ?? 0 }))
}
