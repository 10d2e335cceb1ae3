import { referenceOf } from '@latchkey/wire/caip'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'
import type { Clock } from '../../../clock.js'
import type { HttpClient } from '../../../nodes/HttpClient.js'
import { createCache } from '../../createCache.js'
import type { Asset } from '../catalogue.js'
import { formatMoney, formatServiceAmount, parseServiceMoney } from '../money.js'
import type { OnrampDriver, OrderReport, QuoteRequest } from '../OnrampDriver.js'
import type { PaymentMethod } from '../OnrampSettings.js'
import { isSameAddress, type Order } from '../orderStore.js'
import { ServiceError, undefinedIfRejected } from '../ServiceError.js'
import { createService } from './createService.js'

/** Settings of Meld. */
export type MeldSettings = {
  readonly apiKey: string
  /** Verifies webhooks; without it outcomes are only polled. */
  readonly webhookSecret?: string | undefined
  /** For buyers whose country is unknown. */
  readonly country?: string | undefined
  /** Only these of Meld's services, like `TRANSAK`. */
  readonly serviceProviders?: readonly string[] | undefined
  readonly apiUrl?: string | undefined
}

const defaultApiUrl = 'https://api.meld.io'
/** Widgets open only this host for Meld, whichever service it passes the buyer to. */
const widgetHost = 'meldcrypto.com'
const apiVersion = '2023-12-19'
const currencyLifetimeMs = 3_600_000
const defaultAmount = 50_00n

const cryptoCurrency = v.object({
  currencyCode: v.string(),
  chainId: v.optional(v.nullable(v.string())),
  chainCode: v.optional(v.nullable(v.string())),
  contractAddress: v.optional(v.nullable(v.string())),
})

const quote = v.object({
  sourceAmount: v.number(),
  sourceAmountWithoutFees: v.optional(v.nullable(v.number())),
  destinationAmount: v.pipe(v.number(), v.minValue(0)),
  totalFee: v.optional(v.nullable(v.number())),
  networkFee: v.optional(v.nullable(v.number())),
  serviceProvider: v.string(),
})

const widgetSession = v.object({ id: v.string(), widgetUrl: v.string() })

const transaction = v.object({
  id: v.string(),
  status: v.string(),
  destinationAmount: v.optional(v.nullable(v.number())),
  externalSessionId: v.optional(v.nullable(v.string())),
  cryptoDetails: v.optional(
    v.nullable(
      v.object({
        destinationWalletAddress: v.optional(v.nullable(v.string())),
        blockchainTransactionId: v.optional(v.nullable(v.string())),
      }),
    ),
  ),
})

/** `ERROR` is temporary: the service may try again. */
export const meldStatuses: ReadonlyMap<string, OrderReport['status']> = new Map([
  ['PENDING_CREATED', 'open'],
  ['TWO_FA_REQUIRED', 'open'],
  ['PENDING', 'pending'],
  ['TWO_FA_PROVIDED', 'pending'],
  ['ACCEPTED', 'pending'],
  ['AUTHORIZED', 'pending'],
  ['SETTLING', 'pending'],
  ['PARTIALLY_SETTLED', 'pending'],
  ['ERROR', 'pending'],
  ['SETTLED', 'delivered'],
  ['FAILED', 'failed'],
  ['DECLINED', 'failed'],
  ['REFUNDED', 'failed'],
  ['AUTHORIZATION_EXPIRED', 'failed'],
  ['CANCELLED', 'cancelled'],
])

const bankTransfers: ReadonlyMap<string, string> = new Map([
  ['EUR', 'SEPA'],
  ['GBP', 'UK_FASTER_PAYMENTS'],
])

/** Meld's hosted checkout: the best of the services behind it. */
export function createMeldDriver(
  { apiKey, country: defaultCountry = 'US', serviceProviders, apiUrl }: MeldSettings,
  { http, clock }: { readonly http: HttpClient; readonly clock: Clock },
): OnrampDriver {
  const service = createService({
    label: 'Meld',
    baseUrl: apiUrl ?? defaultApiUrl,
    http,
    headersFor: () => ({ authorization: `BASIC ${apiKey}`, 'meld-version': apiVersion }),
  })
  const currencies = createCache<readonly v.InferOutput<typeof cryptoCurrency>[]>(clock, {
    lifetime: currencyLifetimeMs,
    size: 1,
  })

  const readCurrencies = (signal: AbortSignal) =>
    currencies.get('all', () =>
      service.call(
        {
          method: 'GET',
          path: '/service-providers/properties/crypto-currencies?categories=CRYPTO_ONRAMP&accountFilter=true',
          response: v.array(cryptoCurrency),
        },
        signal,
      ),
    )

  /** Meld's code for an asset on its chain; undefined if it does not sell it. */
  async function codeOf({ chain, symbol, address }: Asset, signal: AbortSignal) {
    const onChain = (await readCurrencies(signal)).filter(
      ({ chainId, chainCode }) =>
        chainId === referenceOf(chain.id) ||
        (chain.id.startsWith('solana:') && chainCode?.toUpperCase() === 'SOLANA'),
    )
    const found =
      address === undefined
        ? onChain.find(({ currencyCode }) => currencyCode.split('_')[0] === symbol.toUpperCase())
        : onChain.find(
            ({ contractAddress }) => contractAddress && isSameAddress(contractAddress, address),
          )
    return found?.currencyCode
  }

  /** The quote with the most tokens. */
  async function readBestQuote(request: QuoteRequest, code: string, signal: AbortSignal) {
    const { amount, currency, method, country, destination } = request
    const { quotes } = await service.call(
      {
        method: 'POST',
        path: '/payments/crypto/quote',
        body: {
          sourceAmount: Number(formatMoney(amount)),
          sourceCurrencyCode: currency.id,
          destinationCurrencyCode: code,
          countryCode: country ?? defaultCountry,
          paymentMethodType: methodName(method, currency.id),
          ...(destination !== undefined && {
            walletAddress: destination,
            externalCustomerId: destination,
          }),
          ...(serviceProviders && { serviceProviders }),
        },
        response: v.object({ quotes: v.nullable(v.array(quote)) }),
      },
      signal,
    )
    return (quotes ?? []).reduce<v.InferOutput<typeof quote> | undefined>(
      (best, one) => (best && best.destinationAmount >= one.destinationAmount ? best : one),
      undefined,
    )
  }

  return {
    id: 'meld',
    label: 'Meld.io',
    feeRange: '1-2%',
    methods: ['card', 'ach_bank_account'],
    delivers: ({ isTestnet }) => !isTestnet,

    async check(signal) {
      await readCurrencies(signal)
    },

    async quote(request, signal) {
      const code = await codeOf(request.asset, signal)
      if (code === undefined) return undefined
      const best = await readBestQuote(request, code, signal).catch(undefinedIfRejected)
      if (!best) return undefined
      const total = parseServiceMoney(best.sourceAmount)
      const networkFee = parseServiceMoney(best.networkFee ?? 0)
      const fees = parseServiceMoney(best.totalFee ?? 0)
      return {
        total,
        subtotal: total > fees ? total - fees : 0n,
        networkFee,
        fee: fees > networkFee ? fees - networkFee : 0n,
        amount: formatServiceAmount(best.destinationAmount, request.asset.decimals),
      }
    },

    async open(order, { publicUrl, clientAddress, signal }) {
      const { id, destination, assets, currency, country, fiatAmount } = order
      const [asset] = assets
      const code = await codeOf(asset, signal)
      if (code === undefined) throw new ServiceError('refused', 'Meld does not sell this asset.')
      const amount = fiatAmount ?? defaultAmount
      const method = order.method ?? 'card'
      const request = { asset, currency, amount, method, country, destination }
      const best = await readBestQuote(request, code, signal)
      if (!best) throw new ServiceError('refused', 'Meld has no service for this purchase.')
      const session = await service.call(
        {
          method: 'POST',
          path: '/crypto/session/widget',
          body: {
            sessionType: 'BUY',
            sessionData: {
              serviceProvider: best.serviceProvider,
              countryCode: country ?? defaultCountry,
              sourceCurrencyCode: currency.id,
              sourceAmount: formatMoney(amount),
              destinationCurrencyCode: code,
              paymentMethodType: methodName(method, currency.id),
              walletAddress: destination,
              // The buyer's own account, which cannot be changed.
              lockFields: ['walletAddress', 'destinationCurrencyCode'],
              redirectUrl: `${publicUrl}/onramp/return`,
              ...(clientAddress !== undefined && { clientIpAddress: clientAddress }),
            },
            externalCustomerId: destination,
            externalSessionId: id,
          },
          response: widgetSession,
        },
        signal,
      )
      const url = parseUrl(session.widgetUrl)
      const isMeld = url && (url.hostname === widgetHost || url.hostname.endsWith(`.${widgetHost}`))
      if (url?.protocol !== 'https:' || !isMeld) {
        throw new ServiceError('unavailable', 'Meld sent no address of its checkout.')
      }
      return { url: url.href }
    },

    async read(order, signal) {
      const { transactions } = await service.call(
        {
          method: 'GET',
          path: `/payments/transactions?externalSessionIds=${encodeURIComponent(order.id)}`,
          response: v.object({ transactions: v.array(transaction) }),
        },
        signal,
      )
      return toReport(order, transactions)
    },
  }
}

/** Of several attempts, the one that got furthest. */
function toReport(
  { id, destination }: Order,
  transactions: readonly v.InferOutput<typeof transaction>[],
): OrderReport | undefined {
  const own = transactions.filter(({ externalSessionId, cryptoDetails }) => {
    const wallet = cryptoDetails?.destinationWalletAddress
    return externalSessionId === id && (!wallet || isSameAddress(wallet, destination))
  })
  const withStatus = (status: OrderReport['status']) =>
    own.find((one) => meldStatuses.get(one.status) === status)
  const found =
    withStatus('delivered') ?? withStatus('pending') ?? withStatus('open') ?? own.find(isKnown)
  const status = found && meldStatuses.get(found.status)
  if (!found || !status) return undefined
  const amount = found.destinationAmount
  const hash = found.cryptoDetails?.blockchainTransactionId
  return {
    status,
    ...(amount && { amount: formatServiceAmount(amount, 12) }),
    ...(hash && { hash }),
  }
}

const isKnown = ({ status }: { readonly status: string }) => meldStatuses.has(status)

function methodName(method: PaymentMethod, currency: string): string {
  return method === 'card' ? 'CREDIT_DEBIT_CARD' : (bankTransfers.get(currency) ?? 'ACH')
}
