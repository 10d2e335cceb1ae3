import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { hexData, iconAddress, label, networkId, units } from './fields.js'

/**
 * Payments of an exact amount with another token, as pages with AppKit request them. A rejection has its
 * reason in the field `error` too, which these pages show.
 */

/** The id of a payment without an exchange, which the provider does not follow. */
export const directTransferId = 'direct-transfer'

/** The reference of a CAIP-2 id, such as `8453`. */
const chainReference = v.pipe(
  v.string(),
  v.regex(/^[-_a-zA-Z0-9]{1,32}$/, 'Not the reference of a chain, such as 8453.'),
)
const address = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{25,90}$/, 'Not an address.'))
const requestId = v.pipe(v.string(), v.regex(/^[\w.-]{1,2048}$/, 'Not an id of a payment.'))

/** A token of a payment; `native` for the coin of its network. */
export const paymentAsset = v.object({
  network: networkId,
  asset: v.string(),
  metadata: v.object({
    name: label,
    symbol: label,
    decimals: v.number(),
    logoURI: v.optional(iconAddress),
  }),
})

const assetAmount = v.object({ amount: units, currency: paymentAsset })

/** One call of the payer's wallet, in order. All steps of a payment have the same id. */
const transferStep = v.variant('type', [
  v.object({
    type: v.literal('deposit'),
    requestId,
    deposit: v.object({ amount: units, currency: v.string(), receiver: address }),
  }),
  v.object({
    type: v.literal('transaction'),
    requestId,
    transaction: v.object({ from: address, to: address, data: hexData, value: units }),
  }),
])

export const transferQuote = v.object({
  type: v.optional(v.literal(directTransferId)),
  /** The most that the payment takes. */
  origin: assetAmount,
  /** What the recipient gets, exactly. */
  destination: assetAmount,
  steps: v.pipe(v.array(transferStep), v.minLength(1), v.maxLength(2)),
  /** Contained in the origin's amount. */
  fees: v.array(v.object({ id: v.string(), label, amount: units, currency: paymentAsset })),
  timeInSeconds: v.number(),
})

export type TransferQuote = v.InferOutput<typeof transferQuote>

export const quoteTransfer = defineEndpoint({
  name: 'quoteTransfer',
  method: 'POST',
  path: '/appkit/v1/transfers/quote',
  body: v.object({
    /** The payer; absent for a payment from an exchange. */
    user: v.optional(address),
    originChainId: chainReference,
    /** A token, or the placeholder of the native coin. */
    originCurrency: address,
    destinationChainId: chainReference,
    destinationCurrency: address,
    recipient: address,
    /** In the smallest unit of the destination's token. */
    amount: units,
  }),
  response: transferQuote,
  caching: 'personal',
})

/**
 * `waiting`: no transaction of the payment is in a block. `pending`: the payer has a transaction on the
 * way. `timeout`: the exchange accepts it no more.
 */
export const transferStatus = v.picklist([
  'waiting',
  'pending',
  'success',
  'failure',
  'refund',
  'timeout',
  'submitted',
])

export type TransferStatus = v.InferOutput<typeof transferStatus>

export const getTransferStatus = defineEndpoint({
  name: 'getTransferStatus',
  method: 'GET',
  path: '/appkit/v1/transfers/status',
  query: v.object({ requestId }),
  response: v.object({ status: transferStatus }),
  caching: 'personal',
})
