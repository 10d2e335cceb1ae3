import type { Transaction, Transfer } from '@latchkey/wire/http/history'
import { foldAddress, isSameAddress } from '../../core/account/recipients/lookAlike.js'
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
import { joinTransfers } from './joinTransfers.js'

/** Worth less than this in US dollars, something sent unasked is bait for a look-alike address. */
const dustValue = 0.1
/** The same where nobody knows the worth: what would be shown as less than this. */
const dustQuantity = 0.001

/**
 * Security bar S-27: a transfer somebody else made to be seen and copied from. Nothing moved (also out of
 * the account, which any contract may claim), so little that it is no payment, or a token nobody vouches for.
 */
function isSuspicious(
  { direction, quantity, label, isCollectible, value }: ActivityTransfer,
  { isFlagged }: { readonly isFlagged: boolean },
): boolean {
  if (isFlagged || label === activityText.activity.unknownToken) return true
  const amount = Number(quantity)
  if (!(amount > 0)) return true
  if (direction !== 'in' || isCollectible) return false
  return value === undefined ? amount < dustQuantity : value < dustValue
}

type Beholder = {
  readonly address: string
  readonly network: Network
  /** One whole unit in US dollars, where known. */
  readonly priceOf: (symbol: string) => number | undefined
  /** A stranger's picture, if it may be shown. */
  readonly pictureOf: (url: string | undefined) => string | undefined
}

/** What the provider tells, as the list has it. Undefined for other chains and for plain spam. */
export function fromHistory(
  { id, metadata, transfers: given, approval }: Transaction,
  beholder: Beholder,
): ActivityItem | undefined {
  const { address, network } = beholder
  const transfers = given ?? []
  if (metadata.chain !== network.id) return undefined
  if (transfers.length > 0 && transfers.every(isFlagged)) return undefined
  const operation = operationOf(metadata.operationType)
  const isOwn = isSameAddress(metadata.sentFrom, address)
  const told = transfers.map((transfer) => toTransfer(transfer, beholder))
  return {
    id: foldAddress(metadata.hash) || id,
    hash: metadata.hash || undefined,
    time: Date.parse(metadata.minedAt),
    operation,
    status: statusOf(metadata.status),
    ...joinTransfers(told),
    approval: approval ? toApproval(approval) : undefined,
    counterparty: approval
      ? { role: 'spender', address: approval.spender }
      : counterpartyOf(metadata, { operation, told, network, moved: transfers[0], isOwn }),
    isSuspicious:
      !isOwn &&
      told.length > 0 &&
      told.every((one, index) => isSuspicious(one, { isFlagged: isFlagged(transfers[index]) })),
  }
}

function operationOf(type: string): Operation {
  const name = type.toLowerCase()
  if (name === 'swap') return 'trade'
  return Object.hasOwn(activityText.operations, name) ? (name as Operation) : 'execute'
}

function statusOf(status: string): ActivityStatus {
  if (status === 'failed' || status === 'pending') return status
  return 'confirmed'
}

function isFlagged(transfer: Transfer | undefined): boolean {
  const flags = transfer?.nft_info?.flags ?? transfer?.fungible_info?.flags
  return flags?.is_spam === true
}

function toTransfer(transfer: Transfer, { priceOf, pictureOf }: Beholder): ActivityTransfer {
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

function toApproval(given: NonNullable<Transaction['approval']>): Approval {
  const { limit, quantity, fungible_info: token } = given
  return {
    amount: limit === 'amount' ? quantity?.numeric : limit,
    symbol: sanitizeWalletName(token?.symbol),
    image: token?.icon?.url,
  }
}

type Side = {
  readonly operation: Operation
  readonly told: readonly ActivityTransfer[]
  readonly network: Network
  readonly moved: Transfer | undefined
  readonly isOwn: boolean
}

/**
 * Who was on the other side, as far as the record tells: of a token that was sent the transaction names
 * the token's contract, which is nobody's address to remember. Whom a stranger lets it seem to have been
 * sent to is not told at all.
 */
function counterpartyOf(
  { application, sentFrom, sentTo }: Transaction['metadata'],
  { operation, told, network, moved, isOwn }: Side,
): Counterparty | undefined {
  const name = sanitizeWalletName(application?.name)
  if (operation === 'receive') return { role: 'from', address: moved?.sender ?? sentFrom, name }
  if (operation === 'send') {
    const isCoin = told.length > 0 && told[0]?.label === network.nativeCurrency.symbol
    const receiver = (isOwn && moved?.recipient) || (isCoin && sentTo)
    return receiver ? { role: 'to', address: receiver, name } : undefined
  }
  return (name || told.length === 0) && sentTo ? { role: 'with', address: sentTo, name } : undefined
}
