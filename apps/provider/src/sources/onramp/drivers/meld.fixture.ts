import { destination, newOrder } from './onramp.fixture.js'
import type { StandInRequest, StandInResponse } from './standIn.fixture.js'

/*
 * Shapes as published by Meld:
 * https://docs.meld.io/reference/crypto-quote-get
 * https://docs.meld.io/reference/crypto-session-widget
 * https://docs.meld.io/reference/payments-transactions-search
 * https://docs.meld.io/reference/get-crypto-currencies
 * https://docs.meld.io/docs/webhooks-authentication
 */

const quote = (serviceProvider: string, destinationAmount: number, totalFee: number) => ({
  transactionType: 'CRYPTO_PURCHASE',
  sourceAmount: 100,
  sourceAmountWithoutFees: 100 - totalFee,
  fiatAmountWithoutFees: 100 - totalFee,
  destinationAmountWithoutFees: null,
  sourceCurrencyCode: 'USD',
  countryCode: 'DE',
  totalFee,
  networkFee: 0.21,
  transactionFee: totalFee - 0.21,
  partnerFee: 0,
  destinationAmount,
  destinationCurrencyCode: 'USDC_BASE',
  exchangeRate: 1.0004,
  paymentMethodType: 'CREDIT_DEBIT_CARD',
  customerScore: 20,
  serviceProvider,
})

export const meldCurrencies = [
  {
    currencyCode: 'USDC',
    name: 'USD Coin',
    chainCode: 'ETH',
    chainName: 'Ethereum',
    chainId: '1',
    contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    symbolImageUrl: 'https://images-currency.meld.io/crypto/USDC/symbol.png',
  },
  {
    currencyCode: 'USDC_BASE',
    name: 'USD Coin (Base)',
    chainCode: 'BASE',
    chainName: 'Base',
    chainId: '8453',
    contractAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbolImageUrl: 'https://images-currency.meld.io/crypto/USDC_BASE/symbol.png',
  },
  {
    currencyCode: 'ETH_BASE',
    name: 'Ethereum (Base)',
    chainCode: 'BASE',
    chainName: 'Base',
    chainId: '8453',
    contractAddress: null,
    symbolImageUrl: 'https://images-currency.meld.io/crypto/ETH_BASE/symbol.png',
  },
  {
    currencyCode: 'SOL',
    name: 'Solana',
    chainCode: 'SOLANA',
    chainName: 'Solana',
    chainId: '101',
    contractAddress: null,
    symbolImageUrl: 'https://images-currency.meld.io/crypto/SOL/symbol.png',
  },
]

export const meldTransaction = (change: Record<string, unknown> = {}) => ({
  key: '0-WePZ6WJzfFEsSnlb7QpQ',
  id: 'WePZ6WJzfFEsSnlb7QpQ',
  accountId: 'W9ka0T1oX3QpZ9ynC6pdYR',
  transactionType: 'CRYPTO_PURCHASE',
  status: 'SETTLED',
  sourceAmount: 100,
  sourceCurrencyCode: 'USD',
  destinationAmount: 96.25,
  destinationCurrencyCode: 'USDC_BASE',
  paymentMethodType: 'CREDIT_DEBIT_CARD',
  serviceProvider: 'TRANSAK',
  serviceTransactionId: '3e2ff16e',
  createdAt: '2025-08-01T10:00:00Z',
  updatedAt: '2025-08-01T10:02:00Z',
  countryCode: 'DE',
  sessionId: 'WXEuQ5hSYdyhVJ3NoYoeBQ',
  externalSessionId: newOrder.id,
  externalCustomerId: destination,
  cryptoDetails: {
    sourceWalletAddress: null,
    destinationWalletAddress: destination,
    sessionWalletAddress: destination,
    totalFeeInUsd: 3.75,
    networkFeeInUsd: 0.21,
    transactionFeeInUsd: 3.54,
    partnerFeeInUsd: 0,
    blockchainTransactionId: `0x${'cd'.repeat(32)}`,
    chainId: '8453',
  },
  ...change,
})

/** A webhook's body. */
export const meldEvent = (
  payload: Record<string, unknown>,
  eventId = 'UTq4ZCBvZNQgMv1hhDbjPC',
) => ({
  eventType: 'TRANSACTION_CRYPTO_TRANSFERRING',
  eventId,
  timestamp: '2025-08-01T10:01:00.000Z',
  accountId: 'W9ka0T1oX3QpZ9ynC6pdYR',
  profileId: null,
  version: '2023-12-19',
  payload: {
    requestId: null,
    accountId: 'W9ka0T1oX3QpZ9ynC6pdYR',
    paymentTransactionId: 'WePZ6WJzfFEsSnlb7QpQ',
    customerId: 'WQ5RyhGM4EqThWjDVeMTPp',
    externalCustomerId: destination,
    externalSessionId: newOrder.id,
    paymentTransactionStatus: 'SETTLING',
    ...payload,
  },
})

export const meldRejection: StandInResponse = {
  status: 400,
  body: {
    code: 'NO_VALID_QUOTES',
    message: 'No valid quotes were found for this request',
    errors: [],
    requestId: '7bb1e4e2',
    timestamp: '2025-08-01T10:00:00Z',
  },
}

export function respondAsMeld({ method, path, query, body }: StandInRequest): StandInResponse {
  const call = `${method} ${path}`
  if (call === 'GET /service-providers/properties/crypto-currencies')
    return { body: meldCurrencies }
  if (call === 'POST /payments/crypto/quote') {
    const quotes = [quote('BANXA', 95.1, 4.9), quote('TRANSAK', 96.25, 3.75)]
    return { body: { quotes, message: null, error: null } }
  }
  if (call === 'POST /crypto/session/widget') {
    return {
      body: {
        id: 'WXEuQ5hSYdyhVJ3NoYoeBQ',
        externalSessionId: body.externalSessionId,
        externalCustomerId: body.externalCustomerId,
        customerId: 'WQ5RyhGM4EqThWjDVeMTPp',
        widgetUrl: 'https://meldcrypto.com/?token=eyJhbGciOiJIUzI1NiJ9',
        serviceProviderWidgetUrl: 'https://global.transak.com/?sessionId=eyJhbGciOiJIUzI1NiJ9',
        token: 'eyJhbGciOiJIUzI1NiJ9',
      },
    }
  }
  if (call === 'GET /payments/transactions') {
    const id = query.get('externalSessionIds')
    return {
      body: {
        transactions: [meldTransaction({ externalSessionId: id })],
        count: 1,
        remaining: 0,
        totalCount: 1,
      },
    }
  }
  return { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } }
}
