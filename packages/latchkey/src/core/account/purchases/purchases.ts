import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import type { PurchaseStatus } from '@latchkey/wire/http/onramp'
import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { isWebLink } from '@latchkey/wire/links'
import { createStore, type ReadableStore } from '../../runtime/createStore.js'
import * as limits from '../../runtime/limits.js'
import { getOrCreate, type Widget } from '../../widget.js'

/** What is bought from a provider. */
export type Order = {
  readonly provider: string
  readonly label: string
  /** The recipient. */
  readonly address: string
  readonly isSmartAccount: boolean
  readonly networkId: NetworkId
  /** The provider's name of the network. */
  readonly networkName: string
  readonly symbol: string
  /** Decimal text: the quote's, then the provider's final amount. */
  readonly quantity: string
  /** Decimal text in the currency, without fees. */
  readonly amount: string
  readonly currency: string
  readonly method: 'card' | 'ach_bank_account'
}

/** A purchase that was started on this site. */
export type Purchase = Order & {
  /** The provider's id, also in the account's history. */
  readonly id: string
  readonly url: string
  readonly startedAt: number
  readonly status: PurchaseStatus
  readonly hash?: string | undefined
  /** The provider gave it no id, so it is recognized by its time. */
  readonly isUnnamed?: boolean | undefined
}

export type Purchases = ReadableStore<{ readonly list: readonly Purchase[] }> & {
  find(id: string): Purchase | undefined
  /** Adds it, or replaces the one with the same id. */
  put(purchase: Purchase): void
}

const key = 'onramp_purchases'

/** The purchases of this site, the last changed first, shared by all tabs. */
export function getPurchases(widget: Widget): Purchases {
  return getOrCreate(widget, createPurchases)
}

function createPurchases({ ports: { clock, storage }, signal }: Widget): Purchases {
  const read = () => ({ list: parsePurchases(safeParseJson(storage.get(key) ?? ''), clock.now()) })
  const state = createStore(read())
  const stop = storage.watch((changed) => changed === key && state.set(read()))
  signal.addEventListener('abort', stop, { once: true })
  return {
    ...state,
    find: (id) => state.get().list.find((one) => one.id === id),
    put(purchase) {
      const others = read().list.filter(({ id }) => id !== purchase.id)
      const list = [purchase, ...others].slice(0, limits.storedPurchases)
      storage.set(key, JSON.stringify(list))
      state.set({ list })
    },
  }
}

export function isUnsettledPurchase({ status }: Pick<Purchase, 'status'>): boolean {
  return status === 'open' || status === 'pending'
}

/** Drops malformed entries, because any script of the site can write here, and expired unpaid ones. */
function parsePurchases(stored: unknown, now: number): readonly Purchase[] {
  const isOpen = ({ status, startedAt }: Purchase) =>
    status !== 'open' || now - startedAt < limits.unpaidPurchaseLifetime
  return Array.isArray(stored) ? stored.filter(isPurchase).filter(isOpen) : []
}

const text = /^.{1,128}$/u
const decimal = /^\d{1,40}(\.\d{1,40})?$/

const fields: { readonly [name in keyof Purchase]?: RegExp } = {
  id: text,
  provider: text,
  label: text,
  address: text,
  networkName: text,
  symbol: text,
  quantity: decimal,
  amount: decimal,
  currency: /^[A-Z]{3}$/,
  method: /^(card|ach_bank_account)$/,
  status: /^(open|pending|delivered|failed|cancelled)$/,
}

function isPurchase(value: unknown): value is Purchase {
  if (!isRecord(value)) return false
  const isLike = (pattern: RegExp, given: unknown) =>
    typeof given === 'string' && pattern.test(given)
  return (
    Object.entries(fields).every(([name, pattern]) => isLike(pattern, value[name])) &&
    isNetworkId(value.networkId) &&
    isWebLink(value.url) &&
    Number.isSafeInteger(value.startedAt) &&
    (value.hash === undefined || isLike(text, value.hash))
  )
}

/** The properties of the events about a purchase; never an address or an amount. */
export function toPurchaseEvent(order: Order) {
  const { provider, networkId: network, symbol: token, currency, method, isSmartAccount } = order
  return { provider, network, token, currency, method, isSmartAccount }
}
