import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql } from 'postgres'
import type { Hex } from 'viem'
import { type Clock, skipWhileBusy } from '../../../clock.js'
import { ApiError } from '../../../errors/ApiError.js'
import type { ChainSettings } from '../../../nodes/ChainSettings.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import type { GasPrices } from '../../gas/createGasPrices.js'
import { type Asset, type Catalogue, createCatalogue } from '../catalogue.js'
import type { Quotes } from '../createQuotes.js'
import { type Cents, formatMoney } from '../money.js'
import type { OnrampDriver, OnrampOrder } from '../OnrampDriver.js'
import { type OnrampSettings, paymentLimits } from '../OnrampSettings.js'
import type { Purchases } from '../Purchases.js'
import { createDelivery } from './createDelivery.js'
import { createTreasury } from './createTreasury.js'
import { createPurchaseStore, type Purchase } from './purchaseStore.js'
import { toPurchaseState, toTransaction } from './purchaseView.js'
import { type Card, findDecline, isReversed } from './testCards.js'

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
  /** Ends an open purchase without payment. */
  cancel(id: string): Promise<void>
  readonly purchases: Purchases
  /** Continues unfinished deliveries once. */
  resume(): Promise<void>
  /** Calls `resume` now and every few seconds, until the returned function is called. */
  watch(clock: Clock, onFailure?: (error: unknown) => void): () => void
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
  solanaTreasuryKey,
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
  /** Needed if a chain is Solana. */
  readonly solanaTreasuryKey?: Hex | undefined
}): Sandbox {
  const delivers = ({ id }: ChainSettings) => chains.includes(id)
  const catalogue = createCatalogue(nodes.chains, delivers, settings)
  const store = createPurchaseStore(sql, clock)
  const transfersOf = createTreasury({ nodes, gasPrices, chains, treasuryKey, solanaTreasuryKey })
  const delivery = createDelivery({ store, transfersOf })

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
    currency,
    fiatAmount,
    cryptoAmount,
  }: OnrampOrder): Promise<Cents> {
    if (fiatAmount !== undefined) return fiatAmount
    if (cryptoAmount === undefined) return defaultAmount
    if (cryptoAmount > maxPreset) {
      throw new ApiError(400, 'presetCryptoAmount', 'The amount is too large.')
    }
    const units = parseAmount(cryptoAmount.toFixed(18), asset.decimals)
    return quotes.costOf(asset, currency, units)
  }

  const driver: OnrampDriver = {
    id: 'sandbox',
    label: 'Sandbox',
    feeRange: `${formatAmount(BigInt(Math.round(settings.feeBasisPoints)), 2)}%`,
    methods: ['card'],
    delivers,
    async check() {},
    async quote({ asset, currency, amount }, signal) {
      const { subtotal, fee, networkFee, units } = await quotes.create(
        { asset, currency, subtotal: amount },
        signal,
      )
      const total = subtotal + fee + networkFee
      return { total, subtotal, fee, networkFee, amount: formatAmount(units, asset.decimals) }
    },
    async open(order, { publicUrl, signal }) {
      const { projectId, destination, chain, assets, currency } = order
      const id = await store.create({
        projectId,
        chain: chain.id,
        destination,
        asset: keyOf(assets[0]),
        assets: assets.map(keyOf),
        currency: currency.id,
      })
      const purchase = await store.find(id)
      if (!purchase) throw new ApiError(503, 'purchase', 'The purchase could not be stored.')
      const { min, max } = paymentLimits.card
      const requested = await firstAmount(order)
      const amount = requested < min ? min : requested > max ? max : requested
      await quote(purchase, assets[0], purchase.currency, amount, signal)
      return {
        url: `${publicUrl}/onramp/checkout?session=${id}`,
        purchaseId: purchase.publicId,
      }
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
      if (isReversed(card)) {
        await store.end(id, 'failed')
        return { kind: 'paid' }
      }
      await delivery.check(purchase, signal)
      if (!(await store.pay(id, quoteId))) {
        const now = await store.find(id)
        return { kind: now && now.state !== 'open' ? 'paid' : 'changed' }
      }
      await delivery.advance(id, signal).catch(ignoreOutage)
      return { kind: 'paid' }
    },

    cancel: (id) => store.end(id, 'cancelled'),

    purchases: {
      async list({ projectId, address, publicUrl }) {
        const found = await store.findPaid(projectId, address)
        return found.map((purchase) => toTransaction(checkoutOf(purchase), publicUrl))
      },
      async find(projectId, publicId, signal) {
        const found = await store.findByPublicId(projectId, publicId)
        if (!found) return undefined
        // Reading the purchase continues its delivery, also after the checkout is closed.
        if (found.state === 'paid' || found.state === 'sending') {
          await delivery.advance(found.id, signal).catch(ignoreOutage)
        }
        const current = (await store.find(found.id)) ?? found
        return toPurchaseState(checkoutOf(current), clock.now())
      },
    },

    resume: () => delivery.resume(),

    watch(timers, onFailure = () => {}) {
      // The database may be down; the next run tries again.
      const resume = skipWhileBusy(() => delivery.resume(), onFailure)
      resume()
      return timers.every(watchIntervalMs, resume)
    },
  }
}

/** The next page load or the next run continues the delivery. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

export function keyOf({ address }: Asset): string {
  return address ?? 'native'
}
