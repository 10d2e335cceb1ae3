import { createPayouts, type Payouts } from './createPayouts.js'
import type { Purchase, PurchaseStore } from './purchaseStore.js'
import type { Transfers } from './Transfers.js'

/** Sends purchased tokens: exactly one transfer per paid purchase. */
export function createDelivery(parts: {
  readonly store: PurchaseStore
  readonly transfersOf: (purchase: Purchase) => Promise<Transfers>
}): Payouts<Purchase> {
  return createPayouts({
    ...parts,
    toOrder: ({ publicId, chain, destination, asset, quote }) => ({
      chain,
      destination,
      asset,
      units: quote?.units ?? 0n,
      reference: publicId,
    }),
  })
}
