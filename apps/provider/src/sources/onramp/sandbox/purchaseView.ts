import { formatAmount } from '@latchkey/wire/amount'
import type { Transaction } from '@latchkey/wire/http/history'
import type { PurchaseStatus } from '@latchkey/wire/http/onramp'
import { tokenIcon } from '../../tokens/Token.js'
import { formatMoney } from '../money.js'
import { historyStatus, type PurchaseState } from '../Purchases.js'
import type { Checkout } from './createSandbox.js'
import type { Purchase } from './purchaseStore.js'

/** What callers learn of a purchase. */
export function toPurchaseState({ purchase, asset }: Checkout, now: number): PurchaseState {
  const { publicId, state, destination, chain, quote, transfer, createdAt, updatedAt } = purchase
  const isSettled = state !== 'open' && state !== 'cancelled' && quote !== undefined
  return {
    id: publicId,
    provider: 'sandbox',
    status: statusOf(purchase, now),
    destination,
    network: chain,
    ...(isSettled && {
      purchaseAmount: {
        amount: formatAmount(quote.units, asset.decimals),
        currency: asset.symbol,
      },
    }),
    ...(transfer && { hash: transfer.hash }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

function statusOf({ state, expiresAt }: Purchase, now: number): PurchaseStatus {
  if (state === 'paid' || state === 'sending') return 'pending'
  return state === 'open' && expiresAt <= now ? 'cancelled' : state
}

/** A paid purchase in the account's history. */
export function toTransaction({ purchase, asset }: Checkout, publicUrl: string): Transaction {
  const { publicId, quote, transfer, destination, chain, updatedAt } = purchase
  return {
    // Not the id, which opens the checkout.
    id: publicId,
    metadata: {
      operationType: 'buy',
      hash: transfer?.hash ?? '',
      minedAt: new Date(updatedAt).toISOString(),
      sentFrom: 'Sandbox',
      sentTo: destination,
      status: historyStatus[statusOf(purchase, updatedAt)],
      nonce: 0,
      chain,
    },
    transfers: [
      {
        fungible_info: {
          name: asset.name,
          symbol: asset.symbol,
          icon: { url: tokenIcon(publicUrl, asset.symbol) },
        },
        direction: 'in',
        quantity: { numeric: formatAmount(quote?.units ?? 0n, asset.decimals) },
        value: Number(formatMoney(quote?.subtotal ?? 0n)),
      },
    ],
  }
}
