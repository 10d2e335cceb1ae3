import type { TypedDataAction } from '../account/action.js'
import type { Step, Trade, TradeSide } from './steps.js'

type Fields = Readonly<Record<string, unknown>>

/** Decodes orders of known markets; undefined for other typed data. */
export function readOrder(
  { primaryType, message }: TypedDataAction['data'],
  account: string,
): readonly Step[] | undefined {
  if (!/order|maker/i.test(primaryType)) return undefined
  const trade = readSeaport(message, account) ?? readSwap(message, account) ?? readSale(message)
  return trade && [{ kind: 'order', what: 'order', trade }]
}

/** Seaport: the offer and its price; only items for the offerer count. */
function readSeaport({ offer, consideration }: Fields, account: string): Trade | undefined {
  if (!Array.isArray(offer) || !Array.isArray(consideration)) return undefined
  const side = (item: Fields): TradeSide => {
    const kind = Number(item.itemType)
    const amounts = [toNumber(item.startAmount) ?? 0n, toNumber(item.endAmount) ?? 0n]
    return {
      token: kind === 0 ? undefined : toAddress(item.token),
      // The price may fall until the order expires.
      units: amounts.reduce((low, amount) => (amount < low ? amount : low)),
      isItem: kind > 1,
    }
  }
  const received = consideration
    .map(toFields)
    .filter((item) => isSame(toAddress(item.recipient), account))
  return { gives: offer.map(toFields).map(side), gets: received.map(side) }
}

/** CoW, 1inch and 0x: token and amount sold, then token and amount bought. */
const swaps = [
  ['sellToken', 'sellAmount', 'buyToken', 'buyAmount'],
  ['makerAsset', 'makingAmount', 'takerAsset', 'takingAmount'],
  ['makerToken', 'makerAmount', 'takerToken', 'takerAmount'],
] as const

function readSwap(message: Fields, account: string): Trade | undefined {
  for (const [give, giveAmount, get, getAmount] of swaps) {
    const [given, taken] = [toNumber(message[giveAmount]), toNumber(message[getAmount])]
    if (given === undefined || taken === undefined) continue
    const recipient = toAddress(message.receiver)
    const isElsewhere = recipient && BigInt(recipient) !== 0n && !isSame(recipient, account)
    return {
      gives: [{ token: toToken(message[give]), units: given }],
      gets: isElsewhere ? [] : [{ token: toToken(message[get]), units: taken }],
      ...(isElsewhere && { recipient }),
    }
  }
  return undefined
}

/** LooksRare, Blur and Wyvern: an item for a price, or a price for an item. */
function readSale(message: Fields): Trade | undefined {
  const price = toNumber(message.price ?? message.basePrice)
  if (price === undefined) return undefined
  const paid: TradeSide = {
    token: toToken(message.paymentToken ?? message.currency),
    units: price,
  }
  const item: TradeSide = { token: toAddress(message.collection), units: 1n, isItem: true }
  const isAsk = message.isOrderAsk ?? message.side ?? message.quoteType
  const isBuying = isAsk === false || Number(isAsk) === 0
  return isBuying ? { gives: [paid], gets: [item] } : { gives: [item], gets: [paid] }
}

/** Markets use the zero address for the network's coin. */
function toToken(value: unknown): string | undefined {
  const address = toAddress(value)
  return address && BigInt(address) !== 0n ? address : undefined
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

/** Untrusted values of typed data; undefined if the type does not match. */

export function toAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? value : undefined
}

export function toNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value)
    ? BigInt(value)
    : undefined
}

export function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}
