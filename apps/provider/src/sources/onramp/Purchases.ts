import type { ResponseInputOf } from '@latchkey/wire/http/endpoint'
import type { Transaction } from '@latchkey/wire/http/history'
import type { getOnrampPurchase } from '@latchkey/wire/http/onramp'

export type PurchaseState = ResponseInputOf<typeof getOnrampPurchase>

/** Purchases for an account's activity, and for following one. */
export type Purchases = {
  list(owner: {
    readonly projectId: string
    readonly address: string
    readonly publicUrl: string
  }): Promise<Transaction[]>
  /** The state of one purchase; undefined for an unknown id. */
  find(
    projectId: string,
    purchaseId: string,
    signal: AbortSignal,
  ): Promise<PurchaseState | undefined>
}

/** The status of a purchase in an account's history. */
export const historyStatus = {
  open: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  pending: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  delivered: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
  cancelled: 'ONRAMP_TRANSACTION_STATUS_FAILED',
} as const
