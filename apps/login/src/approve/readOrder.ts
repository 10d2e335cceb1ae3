import type { TypedDataAction } from '../account/action.js'
import type { Step, Trade, TradeSide } from './steps.js'

type Fields = Readonly<Record<string, unknown>>

/** Orders of markets that say what is exchanged; undefined for typed data that is none of them. */
export function readOrder(
  { primaryType, message }: TypedDataAction['data'],
  account: string,
): readonly Step[] | undefined {
  if (!/order|maker/i.test(primaryType)) return undefined
  const trade = readSeaport(message, account) ?? readSwap(message, account) ?? readSale(message)
  return trade && [{ kind: 'order', what: 'order', trade }]
}

/** Seaport: what is offered, and for what; only what the offerer receives counts. */
function readSeaport({ offer, consideration }: Fields, account: string): Trade | undefined {
  if (!Array.isArray(offer) || !Array.isArray(consideration)) return undefined
  const side = (item: Fields): TradeSide => {
    const kind = Number(item.itemType)
    const amounts = [toNumber(item.startAmount) ?? 0n, toNumber(item.endAmount) ?? 0n]
    return {
      token: kind === 0 ? undefined : toAddress(item.token),
      // Prices may fall until the order ends.
      units: amounts.reduce((low, amount) => (amount < low ? amount : low)),
      isItem: kind > 1,
    }
  }
  const received = consideration
    .map(toFields)
    .filter((item) => isSame(toAddress(item.recipient), account))
  return { gives: offer.map(toFields).map(side), gets: received.map(side) }
}

/** Of CoW, 1inch and 0x: the token and amount that leave, then those that come. */
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

/** Of LooksRare, Blur and Wyvern: an item for a price, or a price for an item. */
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

/** Markets write the network's own coin as the zero address. */
function toToken(value: unknown): string | undefined {
  const address = toAddress(value)
  return address && BigInt(address) !== 0n ? address : undefined
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

/** Values of typed data as a page gave them; undefined for what is not of the kind. */

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
