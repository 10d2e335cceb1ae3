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
import { type OnrampSettings, PAYMENT_LIMITS } from '../OnrampSettings.js'
import { createDelivery } from './createDelivery.js'
import { createPurchaseStore, type Purchase } from './purchaseStore.js'
import { type Card, declineOf } from './testCards.js'

/** What somebody sees of their purchase. */
export type Checkout = {
  readonly purchase: Purchase
  readonly asset: Asset
  readonly choices: readonly Asset[]
}

type PaymentResult =
  | { readonly kind: 'taken' }
  /** The terms on the page are no longer those of the purchase. */
  | { readonly kind: 'changed' }
  | {
      readonly kind: 'declined'
      readonly field: 'number' | 'expiry' | 'code'
      readonly text: string
    }

/** A checkout for chains on this machine: no money moves, but tokens do. */
export interface Sandbox {
  readonly driver: OnrampDriver
  readonly catalogue: Catalogue
  /** A purchase as it stands, with terms that hold; undefined when there is none under this id. */
  open(id: string, signal?: AbortSignal): Promise<Checkout | undefined>
  /** Another amount, currency or asset. */
  choose(
    id: string,
    choice: { readonly subtotal: Cents; readonly currency: string; readonly asset: string },
    signal?: AbortSignal,
  ): Promise<void>
  pay(id: string, quoteId: string, card: Card, signal?: AbortSignal): Promise<PaymentResult>
  readonly purchases: Purchases
  /** Takes up what is unfinished, once. */
  resume(): Promise<void>
  /** The same now and every few seconds, until the answer is called: nobody has to keep a page open. */
  watch(clock: Clock, onFailure?: (error: unknown) => void): () => void
}

/** What was bought, for the list of an account's activity. */
export interface Purchases {
  of(owner: {
    readonly projectId: string
    readonly address: string
    readonly publicUrl: string
  }): Promise<Transaction[]>
}

const WATCH_MS = 10_000
const FIRST_AMOUNT: Cents = 50_00n
/** Beyond it numbers are no longer written out in digits. */
const LARGEST_PRESET = 1e15

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
  /** Those that are only for trying things out. */
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
    if (!asset) throw new ApiError(503, 'asset', 'What was chosen can no longer be bought here.')
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
    const { least, most } = PAYMENT_LIMITS.card
    if (subtotal < least || subtotal > most) {
      throw new ApiError(
        400,
        'amount',
        `By card, from ${formatMoney(least)} to ${formatMoney(most)} ${currency.id}.`,
      )
    }
    const terms = await quotes.of({ asset, currency, subtotal }, signal)
    await store.setQuote(purchase.id, { asset: keyOf(asset), currency: currency.id }, terms)
  }

  async function firstAmount({
    assets: [asset],
    fiatAmount,
    cryptoAmount,
  }: OnrampOrder): Promise<Cents> {
    if (fiatAmount !== undefined) return fiatAmount
    if (cryptoAmount === undefined) return FIRST_AMOUNT
    if (cryptoAmount > LARGEST_PRESET) {
      throw new ApiError(400, 'presetCryptoAmount', 'Nobody can buy so much.')
    }
    const units = parseAmount(cryptoAmount.toFixed(18), asset.decimals)
    const [currency] = settings.currencies
    return currency ? quotes.costOf(asset, currency, units) : FIRST_AMOUNT
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
      const { least, most } = PAYMENT_LIMITS.card
      const wanted = await firstAmount(order)
      const amount = wanted < least ? least : wanted > most ? most : wanted
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
          const subtotal = purchase.quote?.subtotal ?? FIRST_AMOUNT
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
      if (!chosen) throw new ApiError(400, 'asset', 'This cannot be bought here.')
      await quote(purchase, chosen, currency, subtotal, signal)
    },

    async pay(id, quoteId, card, signal) {
      const purchase = await store.find(id)
      if (!purchase) return { kind: 'changed' }
      // A second press, or a reload of the answer: it has been paid.
      if (purchase.state !== 'open') return { kind: 'taken' }
      const decline = declineOf(card, clock.now())
      if (decline) return { kind: 'declined', ...decline }
      await delivery.check(purchase, signal)
      if (!(await store.pay(id, quoteId))) {
        const now = await store.find(id)
        return { kind: now && now.state !== 'open' ? 'taken' : 'changed' }
      }
      await delivery.advance(id, signal).catch(ignoreOutage)
      return { kind: 'taken' }
    },

    purchases: {
      async of({ projectId, address, publicUrl }) {
        const found = await store.paidFor(projectId, address)
        return found.map((purchase) => toTransaction(checkoutOf(purchase), publicUrl))
      },
    },

    resume: () => delivery.resume(),

    watch(timers, onFailure = () => {}) {
      let isBusy = false
      const look = () => {
        if (isBusy) return
        isBusy = true
        delivery
          .resume()
          // The database may be away; the next look may find it.
          .catch(onFailure)
          .finally(() => {
            isBusy = false
          })
      }
      look()
      return timers.every(WATCH_MS, look)
    },
  }
}

/** Keys of a treasury must never meet a chain where they are worth something. */
function checkLocal({ id, upstreams }: ChainSettings): void {
  const isHere = upstreams.every((url) =>
    ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname),
  )
  if (isHere) return
  throw new Error(`The sandbox checkout only serves chains on this machine, and ${id} is not.`)
}

/** Delivery goes on with the next look at the page, or the next start. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

export function keyOf({ address }: Asset): Address | 'native' {
  return address ?? 'native'
}

const STATUS = {
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
      status: STATUS[state],
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
