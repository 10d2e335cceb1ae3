import * as v from 'valibot'
import type { HttpClient } from '../../../nodes/HttpClient.js'
import { formatMoney, parseServiceMoney } from '../money.js'
import { isKnownNetwork, networkName } from '../networkNames.js'
import type { OnrampDriver, OnrampOrder, OrderReport } from '../OnrampDriver.js'
import type { PaymentMethod } from '../OnrampSettings.js'
import { isSameAddress, type Order } from '../orderStore.js'
import { ServiceError, undefinedIfRejected } from '../ServiceError.js'
import { parseCdpKey, signCdpToken } from './cdpToken.js'
import { createService } from './createService.js'

/** Settings of Coinbase Onramp. */
export type CoinbaseSettings = {
  /** The name of a secret API key of the Coinbase Developer Platform. */
  readonly keyName: string
  readonly keySecret: string
  /** For quotes of buyers whose country is unknown. */
  readonly country?: string | undefined
  /** The state of buyers in the United States, like `NY`. */
  readonly subdivision?: string | undefined
  readonly apiUrl?: string | undefined
}

const defaultApiUrl = 'https://api.developer.coinbase.com'
const checkoutUrl = 'https://pay.coinbase.com/buy/select-asset'
const amount = v.object({ value: v.string(), currency: v.string() })

const paymentMethodNames = {
  card: 'CARD',
  ach_bank_account: 'ACH_BANK_ACCOUNT',
} as const satisfies Record<PaymentMethod, string>

const buyQuote = v.object({
  payment_total: amount,
  payment_subtotal: amount,
  purchase_amount: amount,
  coinbase_fee: amount,
  network_fee: amount,
  quote_id: v.string(),
})

const transaction = v.object({
  status: v.string(),
  transaction_id: v.string(),
  wallet_address: v.string(),
  purchase_currency: v.optional(v.string()),
  purchase_amount: v.optional(amount),
  tx_hash: v.optional(v.nullable(v.string())),
})

const statuses: ReadonlyMap<string, OrderReport['status']> = new Map([
  ['ONRAMP_TRANSACTION_STATUS_CREATED', 'pending'],
  ['ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', 'pending'],
  ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'delivered'],
  ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
])

/** Coinbase's hosted checkout. Each checkout has a one-time token, bound to wallet and buyer. */
export function createCoinbaseDriver(
  { keyName, keySecret, country: defaultCountry = 'US', subdivision, apiUrl }: CoinbaseSettings,
  { http, clock }: { readonly http: HttpClient; readonly clock: { now(): number } },
): OnrampDriver {
  const key = parseCdpKey(keyName, keySecret)
  const service = createService({
    label: 'Coinbase',
    baseUrl: apiUrl ?? defaultApiUrl,
    http,
    headersFor({ method, url }) {
      const request = { method, host: url.host, path: url.pathname }
      return { authorization: `Bearer ${signCdpToken(key, request, clock.now())}` }
    },
  })

  async function createSessionToken(
    { destination, chain, assets }: OnrampOrder,
    clientIp: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { token } = await service.call(
      {
        method: 'POST',
        path: '/onramp/v1/token',
        body: {
          addresses: [{ address: destination, blockchains: [networkName(chain)] }],
          assets: assets.map(({ symbol }) => symbol),
          clientIp,
        },
        response: v.object({ token: v.pipe(v.string(), v.minLength(1)) }),
      },
      signal,
    )
    return token
  }

  return {
    id: 'coinbase',
    label: 'Coinbase',
    feeRange: '1-2%',
    methods: ['card', 'ach_bank_account'],
    delivers: (chain) => !chain.isTestnet && isKnownNetwork(chain),

    async check(signal) {
      const response = v.object({ countries: v.array(v.object({ id: v.string() })) })
      await service.call({ method: 'GET', path: '/onramp/v1/buy/config', response }, signal)
    },

    async quote({ asset, currency, amount: paid, method, country, destination }, signal) {
      const buyerCountry = country ?? defaultCountry
      const quote = await service
        .call(
          {
            method: 'POST',
            path: '/onramp/v1/buy/quote',
            body: {
              purchaseCurrency: asset.symbol,
              purchaseNetwork: networkName(asset.chain),
              paymentAmount: formatMoney(paid),
              paymentCurrency: currency.id,
              paymentMethod: paymentMethodNames[method],
              country: buyerCountry,
              ...(buyerCountry === 'US' && subdivision !== undefined && { subdivision }),
              ...(destination !== undefined && { destinationAddress: destination }),
            },
            response: buyQuote,
          },
          signal,
        )
        .catch(undefinedIfRejected)
      // Coinbase falls back to dollars for a currency it does not accept.
      if (!quote || quote.payment_total.currency !== currency.id) return undefined
      return {
        total: parseServiceMoney(quote.payment_total.value),
        subtotal: parseServiceMoney(quote.payment_subtotal.value),
        fee: parseServiceMoney(quote.coinbase_fee.value),
        networkFee: parseServiceMoney(quote.network_fee.value),
        amount: quote.purchase_amount.value,
      }
    },

    async open(order, { clientAddress, signal }) {
      if (clientAddress === undefined) {
        throw new ServiceError('refused', 'Coinbase needs the internet address of the buyer.')
      }
      const url = new URL(checkoutUrl)
      const { id, chain, assets, experience, currency, method, fiatAmount, cryptoAmount } = order
      const fields = {
        sessionToken: await createSessionToken(order, clientAddress, signal),
        defaultNetwork: networkName(chain),
        defaultAsset: assets[0].symbol,
        defaultExperience: experience,
        defaultPaymentMethod: method && paymentMethodNames[method],
        fiatCurrency: currency.id,
        presetFiatAmount: fiatAmount === undefined ? undefined : formatMoney(fiatAmount),
        presetCryptoAmount: cryptoAmount?.toString(),
        partnerUserRef: id,
      }
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) url.searchParams.set(name, value)
      }
      return { url: url.href }
    },

    async read(order, signal) {
      const { transactions } = await service.call(
        {
          method: 'GET',
          path: `/onramp/v1/buy/user/${encodeURIComponent(order.id)}/transactions?page_size=10`,
          response: v.object({ transactions: v.array(transaction) }),
        },
        signal,
      )
      return toReport(order, transactions)
    },
  }
}

/** Of several attempts, the one that succeeded or else the newest. */
function toReport(
  { destination, symbol }: Order,
  transactions: readonly v.InferOutput<typeof transaction>[],
): OrderReport | undefined {
  const own = transactions.filter(
    (one) => isSameAddress(one.wallet_address, destination) && statuses.has(one.status),
  )
  const found =
    own.find(({ status }) => statuses.get(status) === 'delivered') ??
    own.find(({ status }) => statuses.get(status) === 'pending') ??
    own[0]
  const status = found && statuses.get(found.status)
  if (!found || !status) return undefined
  const bought = found.purchase_amount
  return {
    status,
    ...(bought && { amount: bought.value }),
    ...(bought && bought.currency !== symbol && { symbol: bought.currency }),
    ...(found.tx_hash && { hash: toHash(found.tx_hash, destination) }),
  }
}

/** EVM hashes come without their prefix at times. */
function toHash(hash: string, destination: string): string {
  return destination.startsWith('0x') && /^[0-9a-f]{64}$/i.test(hash) ? `0x${hash}` : hash
}
