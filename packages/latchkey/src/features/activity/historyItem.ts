import type { Transaction, Transfer } from '@latchkey/wire/http/history'
import { foldAddress, isSameAddress } from '@latchkey/wire/lookAlike'
import type { Network } from '../../core/network/network.js'
import * as activityText from '../../core/text/activity.js'
import { sanitizeWalletName } from '../../core/wallets/sanitize.js'
import type {
  ActivityItem,
  ActivityStatus,
  ActivityTransfer,
  Approval,
  Counterparty,
  Operation,
} from './activityItem.js'

type HistoryViewer = {
  readonly address: string
  readonly network: Network
  /** Price in US dollars, if known. */
  readonly priceOf: (symbol: string) => number | undefined
  /** The URL to show a picture from, if allowed. */
  readonly pictureOf: (url: string | undefined) => string | undefined
}

/** Undefined for other networks and for spam. */
export function toHistoryItem(
  { id, metadata, transfers: rawTransfers, approval }: Transaction,
  viewer: HistoryViewer,
): ActivityItem | undefined {
  const { address, network } = viewer
  const transfers = rawTransfers ?? []
  if (metadata.chain !== network.id) return undefined
  if (transfers.length > 0 && transfers.every(isSpam)) return undefined
  const operation = operationOf(metadata.operationType)
  const isOwn = isSameAddress(metadata.sentFrom, address)
  const converted = transfers.map((transfer) => toTransfer(transfer, viewer))
  return {
    id: foldAddress(metadata.hash) || id,
    hash: metadata.hash || undefined,
    time: Date.parse(metadata.minedAt),
    operation,
    status: statusOf(metadata.status),
    ...joinTransfers(converted),
    approval: approval ? toApproval(approval) : undefined,
    counterparty: approval
      ? { role: 'spender', address: approval.spender }
      : counterpartyOf(metadata, {
          operation,
          converted,
          network,
          firstTransfer: transfers[0],
          isOwn,
        }),
    isSuspicious:
      !isOwn &&
      operation !== 'buy' &&
      converted.length > 0 &&
      converted.every((one, index) => isSuspicious(one, { isSpam: isSpam(transfers[index]) })),
  }
}

/** Unsolicited transfers below this value in US dollars are suspicious. */
const dustValue = 0.1

/** The same for tokens without a price. */
const dustQuantity = 0.001

/**
 * Security bar S-27, address poisoning: a zero amount (any contract can emit one, also as outgoing), dust, or
 * an unknown token.
 */
function isSuspicious(
  { direction, quantity, label, isCollectible, value }: ActivityTransfer,
  { isSpam }: { readonly isSpam: boolean },
): boolean {
  if (isSpam || label === activityText.activity.unknownToken) return true
  const amount = Number(quantity)
  if (!(amount > 0)) return true
  if (direction !== 'in' || isCollectible) return false
  return value === undefined ? amount < dustQuantity : value < dustValue
}

function operationOf(type: string): Operation {
  const name = type.toLowerCase()
  if (name === 'swap') return 'trade'
  return Object.hasOwn(activityText.operations, name) ? (name as Operation) : 'execute'
}

function statusOf(status: string): ActivityStatus {
  if (/failed$/i.test(status)) return 'failed'
  return /^pending$|in_progress$/i.test(status) ? 'pending' : 'confirmed'
}

function isSpam(transfer: Transfer | undefined): boolean {
  const flags = transfer?.nft_info?.flags ?? transfer?.fungible_info?.flags
  return flags?.is_spam === true
}

function toTransfer(transfer: Transfer, { priceOf, pictureOf }: HistoryViewer): ActivityTransfer {
  const { nft_info: nft, fungible_info: token, direction, quantity } = transfer
  if (nft) {
    return {
      direction,
      quantity: quantity.numeric,
      label: sanitizeWalletName(nft.name) ?? activityText.activity.collectible,
      isCollectible: true,
      image: pictureOf(nft.content?.preview?.url ?? nft.content?.detail?.url),
    }
  }
  const symbol = sanitizeWalletName(token?.symbol) ?? sanitizeWalletName(token?.name)
  const price = transfer.price ?? (symbol && priceOf(symbol))
  return {
    direction,
    quantity: quantity.numeric,
    label: symbol ?? activityText.activity.unknownToken,
    isCollectible: false,
    image: token?.icon?.url,
    value:
      transfer.value ?? (typeof price === 'number' ? price * Number(quantity.numeric) : undefined),
  }
}

function toApproval(approval: NonNullable<Transaction['approval']>): Approval {
  const { limit, quantity, fungible_info: token } = approval
  return {
    amount: limit === 'amount' ? quantity?.numeric : limit,
    symbol: sanitizeWalletName(token?.symbol),
    image: token?.icon?.url,
  }
}

type CounterpartySource = {
  readonly operation: Operation
  readonly converted: readonly ActivityTransfer[]
  readonly network: Network
  readonly firstTransfer: Transfer | undefined
  readonly isOwn: boolean
}

/**
 * Undefined if the record does not say. For a sent token `sentTo` is the token's contract, so only the
 * transfer's recipient counts, and only if the account sent it itself.
 */
function counterpartyOf(
  { application, sentFrom, sentTo }: Transaction['metadata'],
  { operation, converted, network, firstTransfer, isOwn }: CounterpartySource,
): Counterparty | undefined {
  const name = sanitizeWalletName(application?.name)
  if (operation === 'receive')
    return { role: 'from', address: firstTransfer?.sender ?? sentFrom, name }
  if (operation === 'send') {
    const isCoin = converted.length > 0 && converted[0]?.label === network.nativeCurrency.symbol
    const recipient = (isOwn && firstTransfer?.recipient) || (isCoin && sentTo)
    return recipient ? { role: 'to', address: recipient, name } : undefined
  }
  return (name || converted.length === 0) && sentTo
    ? { role: 'with', address: sentTo, name }
    : undefined
}

/** Below this share of the opposite transfer, an amount counts as change or gas (public surface §8.2). */
const changeShare = 0.1
const shown = 2

/**
 * Sums transfers by token and direction, removes change and picks the two to show: the largest if all values
 * are known, outgoing first. The others are counted in `further`.
 */
export function joinTransfers(transfers: readonly ActivityTransfer[]): {
  readonly transfers: readonly ActivityTransfer[]
  readonly further: number
} {
  if (transfers.length < 2) return { transfers, further: 0 }
  const joined = removeChange(sumByToken(transfers))
  const ranked =
    joined.length > shown && joined.every(({ value }) => value !== undefined)
      ? [...joined].sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
      : onePerDirection(joined)
  return {
    transfers: ranked.slice(0, shown).sort((a, b) => rank(a) - rank(b)),
    further: Math.max(0, ranked.length - shown),
  }
}

const rank = ({ direction }: ActivityTransfer) => ['out', 'self', 'in'].indexOf(direction)

function sumByToken(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const sums = new Map<string, ActivityTransfer>()
  for (const transfer of transfers) {
    const key = `${transfer.direction}:${transfer.isCollectible}:${transfer.label}`
    const before = sums.get(key)
    sums.set(key, before ? sum(before, transfer) : transfer)
  }
  return [...sums.values()]
}

function sum(one: ActivityTransfer, other: ActivityTransfer): ActivityTransfer {
  const hasValue = one.value !== undefined && other.value !== undefined
  return {
    ...one,
    quantity: addDecimals(one.quantity, other.quantity),
    value: hasValue ? (one.value ?? 0) + (other.value ?? 0) : undefined,
  }
}

/** Exact; text that is no number counts as zero (specification §5). */
function addDecimals(one: string, other: string): string {
  const parts = [one, other].map((text) => /^(\d{1,78})(?:\.(\d{1,78}))?$/.exec(text))
  const places = Math.max(...parts.map((part) => part?.[2]?.length ?? 0))
  const units = parts.reduce(
    (total, part) => total + BigInt((part?.[1] ?? '0') + (part?.[2] ?? '').padEnd(places, '0')),
    0n,
  )
  if (places === 0) return String(units)
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Removes the part of a payment that came back. */
function removeChange(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  return transfers.filter((one) => !transfers.some((other) => isChangeOf(one, other)))
}

function isChangeOf(one: ActivityTransfer, other: ActivityTransfer): boolean {
  const isOpposite = one.direction !== other.direction && one.label === other.label
  if (!isOpposite || one.isCollectible || other.isCollectible) return false
  return Number(one.quantity) < Number(other.quantity) * changeShare
}

/** The first outgoing and the first incoming transfer, then the others in order. */
function onePerDirection(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const first = [
    transfers.find(({ direction }) => direction === 'out'),
    transfers.find(({ direction }) => direction === 'in'),
  ].filter((transfer) => transfer !== undefined)
  return [...first, ...transfers.filter((transfer) => !first.includes(transfer))]
}
