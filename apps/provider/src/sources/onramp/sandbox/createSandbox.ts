import { createHash } from 'node:crypto'
import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Transaction } from '@latchkey/wire/http/history'
import type { Sql } from 'postgres'
import type { Address, Hex } from 'viem'
import type { Clock } from '../../../clock.js'
import { ApiError } from '../../../errors/ApiError.js'
import type { ChainSettings } from '../../../nodes/ChainSettings.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import type { GasPrices } from '../../gas/createGasPrices.js'
import { tokenIcon } from '../../tokens/Token.js'
import { type Asset, type Catalogue, createCatalogue } from '../catalogue.js'
import type { Quotes } from '../createQuotes.js'
import { type Cents, formatMoney } from '../money.js'
import type { OnrampDriver, OnrampOrder } from '../OnrampDriver.js'
import { type OnrampSettings, paymentLimits } from '../OnrampSettings.js'
import { createDelivery } from './createDelivery.js'
import { createPurchaseStore, type Purchase } from './purchaseStore.js'
import { type Card, findDecline } from './testCards.js'

/** A purchase as the checkout page shows it. */
export type Checkout = {
  readonly purchase: Purchase
  readonly asset: Asset
  readonly choices: readonly Asset[]
}

type PaymentResult =
  | { readonly kind: 'paid' }
  /** The quote has changed since the page was loaded. */
  | { readonly kind: 'changed' }
  | {
      readonly kind: 'declined'
      readonly field: 'number' | 'expiry' | 'code'
      readonly text: string
    }

/** A test checkout for chains on this machine: it charges nothing, but sends tokens. */
export type Sandbox = {
  readonly driver: OnrampDriver
  readonly catalogue: Catalogue
  /** A purchase with a current quote; undefined for an unknown id. */
  open(id: string, signal?: AbortSignal): Promise<Checkout | undefined>
  /** Changes amount, currency or asset. */
  choose(
    id: string,
    choice: { readonly subtotal: Cents; readonly currency: string; readonly asset: string },
    signal?: AbortSignal,
  ): Promise<void>
  pay(id: string, quoteId: string, card: Card, signal?: AbortSignal): Promise<PaymentResult>
  readonly purchases: Purchases
  /** Continues unfinished deliveries once. */
  resume(): Promise<void>
  /** Calls `resume` now and every few seconds, until the returned function is called. */
  watch(clock: Clock, onFailure?: (error: unknown) => void): () => void
}

/** Purchases for an account's activity. */
export type Purchases = {
  list(owner: {
    readonly projectId: string
    readonly address: string
    readonly publicUrl: string
  }): Promise<Transaction[]>
}

const watchIntervalMs = 10_000
const defaultAmount: Cents = 50_00n
/** Above it numbers are formatted with an exponent. */
const maxPreset = 1e15

export function createSandbox({
  sql,
  nodes,
  clock,
  gasPrices,
  quotes,
  settings,
  chains,
  treasuryKey,
}: {
  readonly sql: Sql
  readonly nodes: Nodes
  readonly clock: { now(): number }
  readonly gasPrices: GasPrices
  readonly quotes: Quotes
  readonly settings: OnrampSettings
  /** Local test chains only. */
  readonly chains: readonly NetworkId[]
  readonly treasuryKey: Hex
}): Sandbox {
  for (const chain of chains) checkLocal(nodes.settings(chain))
  const delivers = ({ id }: ChainSettings) => chains.includes(id)
  const catalogue = createCatalogue(nodes.chains, delivers, settings)
  const store = createPurchaseStore(sql, clock)
  const delivery = createDelivery({ nodes, gasPrices, store, treasuryKey })

  function checkoutOf(purchase: Purchase): Checkout {
    const all = catalogue.assetsOf(nodes.settings(purchase.chain))
    const choices = all.filter((asset) => purchase.assets.includes(keyOf(asset)))
    const asset = choices.find((choice) => keyOf(choice) === purchase.asset)
    if (!asset) throw new ApiError(503, 'asset', 'This asset can no longer be bought here.')
    return { purchase, asset, choices }
  }

  async function quote(
    purchase: Purchase,
    asset: Asset,
    currencyId: string,
    subtotal: Cents,
    signal?: AbortSignal,
  ): Promise<void> {
    const currency = catalogue.currency(currencyId, 'currency')
    const { min, max } = paymentLimits.card
    if (subtotal < min || subtotal > max) {
      throw new ApiError(
        400,
        'amount',
        `By card, from ${formatMoney(min)} to ${formatMoney(max)} ${currency.id}.`,
      )
    }
    const terms = await quotes.create({ asset, currency, subtotal }, signal)
    await store.setQuote(purchase.id, { asset: keyOf(asset), currency: currency.id }, terms)
  }

  async function firstAmount({
    assets: [asset],
    fiatAmount,
    cryptoAmount,
  }: OnrampOrder): Promise<Cents> {
    if (fiatAmount !== undefined) return fiatAmount
    if (cryptoAmount === undefined) return defaultAmount
    if (cryptoAmount > maxPreset) {
      throw new ApiError(400, 'presetCryptoAmount', 'The amount is too large.')
    }
    const units = parseAmount(cryptoAmount.toFixed(18), asset.decimals)
    const [currency] = settings.currencies
    return currency ? quotes.costOf(asset, currency, units) : defaultAmount
  }

  const driver: OnrampDriver = {
    name: 'sandbox',
    delivers,
    async checkoutUrl(order, { publicUrl, signal }) {
      const { projectId, destination, chain, assets } = order
      const id = await store.create({
        projectId,
        chain: chain.id,
        destination: destination as Address,
        asset: keyOf(assets[0]),
        assets: assets.map(keyOf),
        currency: settings.currencies[0]?.id ?? 'USD',
      })
      const purchase = await store.find(id)
      const { min, max } = paymentLimits.card
      const requested = await firstAmount(order)
      const amount = requested < min ? min : requested > max ? max : requested
      if (purchase) await quote(purchase, assets[0], purchase.currency, amount, signal)
      return `${publicUrl}/onramp/checkout?session=${id}`
    },
  }

  return {
    driver,
    catalogue,

    async open(id, signal) {
      const purchase = await store.find(id)
      if (!purchase) return undefined
      const now = clock.now()
      if (purchase.state === 'open' && purchase.expiresAt > now) {
        const { asset } = checkoutOf(purchase)
        const until = purchase.quote?.until ?? 0
        if (until <= now) {
          const subtotal = purchase.quote?.subtotal ?? defaultAmount
          await quote(purchase, asset, purchase.currency, subtotal, signal)
        }
      } else if (purchase.state === 'paid' || purchase.state === 'sending') {
        await delivery.advance(id, signal).catch(ignoreOutage)
      }
      const current = await store.find(id)
      return current && checkoutOf(current)
    },

    async choose(id, { subtotal, currency, asset }, signal) {
      const purchase = await store.find(id)
      if (purchase?.state !== 'open') return
      const { choices } = checkoutOf(purchase)
      const chosen = choices.find((choice) => keyOf(choice) === asset)
      if (!chosen) throw new ApiError(400, 'asset', 'This asset cannot be bought here.')
      await quote(purchase, chosen, currency, subtotal, signal)
    },

    async pay(id, quoteId, card, signal) {
      const purchase = await store.find(id)
      if (!purchase) return { kind: 'changed' }
      // A second click or a reload: it is already paid.
      if (purchase.state !== 'open') return { kind: 'paid' }
      const decline = findDecline(card, clock.now())
      if (decline) return { kind: 'declined', ...decline }
      await delivery.check(purchase, signal)
      if (!(await store.pay(id, quoteId))) {
        const now = await store.find(id)
        return { kind: now && now.state !== 'open' ? 'paid' : 'changed' }
      }
      await delivery.advance(id, signal).catch(ignoreOutage)
      return { kind: 'paid' }
    },

    purchases: {
      async list({ projectId, address, publicUrl }) {
        const found = await store.findPaid(projectId, address)
        return found.map((purchase) => toTransaction(checkoutOf(purchase), publicUrl))
      },
    },

    resume: () => delivery.resume(),

    watch(timers, onFailure = () => {}) {
      let isBusy = false
      const resume = () => {
        if (isBusy) return
        isBusy = true
        delivery
          .resume()
          // The database may be down; the next run tries again.
          .catch(onFailure)
          .finally(() => {
            isBusy = false
          })
      }
      resume()
      return timers.every(watchIntervalMs, resume)
    },
  }
}

/** The treasury key must never be used on a public chain. */
function checkLocal({ id, upstreams }: ChainSettings): void {
  const isHere = upstreams.every((url) =>
    ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname),
  )
  if (isHere) return
  throw new Error(`The sandbox checkout only serves chains on this machine, and ${id} is not.`)
}

/** The next page load or the next run continues the delivery. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

export function keyOf({ address }: Asset): Address | 'native' {
  return address ?? 'native'
}

const onrampStatus = {
  open: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  paid: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  sending: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  delivered: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
} as const

function toTransaction({ purchase, asset }: Checkout, publicUrl: string): Transaction {
  const { id, quote, transfer, destination, chain, state, updatedAt } = purchase
  return {
    // The id itself opens the checkout.
    id: createHash('sha256').update(`purchase ${id}`).digest('hex').slice(0, 32),
    metadata: {
      operationType: 'buy',
      hash: transfer?.hash ?? '',
      minedAt: new Date(updatedAt).toISOString(),
      sentFrom: 'Sandbox',
      sentTo: destination,
      status: onrampStatus[state],
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
