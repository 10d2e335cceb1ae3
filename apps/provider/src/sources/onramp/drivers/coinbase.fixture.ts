import { destination, newOrder } from './onramp.fixture.js'
import type { StandInRequest, StandInResponse } from './standIn.fixture.js'

/*
 * Shapes as published by Coinbase:
 * https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-session-token
 * https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-buy-quote
 * https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/generating-quotes
 * https://docs.cdp.coinbase.com/onramp/core-features/transaction-status
 * https://docs.cdp.coinbase.com/onramp-&-offramp/session-token-authentication
 */

export const sessionToken = 'ZWJlNDgwYmItNjBkMi00ZmFiLWIxYTQtMTM3MGI2YjJiNjFh'

export const buyQuote = {
  payment_total: { value: '100.00', currency: 'USD' },
  payment_subtotal: { value: '96.03', currency: 'USD' },
  purchase_amount: { value: '96.03', currency: 'USDC' },
  coinbase_fee: { value: '3.97', currency: 'USD' },
  network_fee: { value: '0.00', currency: 'USD' },
  quote_id: '2bf9ccb0-5f6a-4b4e-8e4e-3a0d7a1b7f6e',
}

export const transaction = (change: Record<string, unknown> = {}) => ({
  status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  purchase_currency: 'USDC',
  purchase_network: 'base',
  purchase_amount: { value: '96.03', currency: 'USDC' },
  payment_total: { value: '100.00', currency: 'USD' },
  payment_subtotal: { value: '96.03', currency: 'USD' },
  coinbase_fee: { value: '3.97', currency: 'USD' },
  network_fee: { value: '0.00', currency: 'USD' },
  exchange_rate: { value: '1', currency: 'USDC' },
  tx_hash: `0x${'ab'.repeat(32)}`,
  created_at: '2025-08-01T10:00:00Z',
  completed_at: '2025-08-01T10:02:00Z',
  country: 'DE',
  user_id: '',
  user_type: 'USER_TYPE_AUTHED',
  payment_method: 'CARD',
  transaction_id: '1f0b7c4e-8f4c-6f4e-9d6b-0a58a9feac02',
  wallet_address: destination,
  type: 'ONRAMP_TRANSACTION_TYPE_BUY_AND_SEND',
  partner_user_ref: newOrder.id,
  ...change,
})

export const coinbaseRejection: StandInResponse = {
  status: 400,
  body: {
    errorType: 'invalid_request',
    errorMessage: 'The asset is not supported on this network.',
    correlationId: '9c1c2c5e',
  },
}

export function respondAsCoinbase({ method, path }: StandInRequest): StandInResponse {
  const call = `${method} ${path}`
  if (call === 'GET /onramp/v1/buy/config') {
    return {
      body: { countries: [{ id: 'DE', subdivisions: [], payment_methods: [{ id: 'CARD' }] }] },
    }
  }
  if (call === 'POST /onramp/v1/token') return { body: { token: sessionToken, channel_id: '' } }
  if (call === 'POST /onramp/v1/buy/quote') return { body: buyQuote }
  if (/^GET \/onramp\/v1\/buy\/user\/[0-9a-f]{32}\/transactions$/.test(call)) {
    return { body: { transactions: [transaction()], next_page_key: '', total_count: '1' } }
  }
  return { status: 404, body: { code: 5, message: 'Not Found', details: [] } }
}
