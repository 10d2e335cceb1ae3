import { formatAmount } from '@latchkey/wire/amount'
import { foldAddress, isSameAddress } from '@latchkey/wire/lookAlike'
import { readTokenCall } from '@latchkey/wire/rpc/tokenCall'
import type { JournalEntry, TokenSummary } from '../../core/account/journal/journal.js'
import { type Holding, isNative } from '../../core/account/portfolio/holding.js'
import type { Purchase } from '../../core/account/purchases/purchases.js'
import type { Network } from '../../core/network/network.js'
import type { ActivityItem, ActivityStatus, ActivityTransfer } from './activityItem.js'

type Meaning = Pick<ActivityItem, 'operation' | 'transfers' | 'approval' | 'counterparty'>
type JournalContext = { readonly network: Network; readonly holdings: readonly Holding[] }

export function toJournalItem(entry: JournalEntry, context: JournalContext): ActivityItem {
  return {
    id: entry.hash === undefined ? entry.id : foldAddress(entry.hash),
    hash: entry.hash,
    time: entry.minedAt ?? entry.madeAt,
    status: statusOf(entry),
    ...toMeaning(entry, context),
    further: 0,
    isLate: entry.isLate,
  }
}

function statusOf({ status, isMismatch }: JournalEntry): ActivityStatus {
  if (isMismatch) return 'failed'
  return status === 'included' || status === 'final' ? 'confirmed' : status
}

function toMeaning(entry: JournalEntry, context: JournalContext): Meaning {
  const { transfer, swap, request, from } = entry
  const { network, holdings } = context
  const coinIcon = holdings.find(isNative)?.icon ?? network.imageUrl
  const summarize = ({ units, decimals, symbol, tokenIcon, tokenAddress }: TokenSummary) =>
    toOutgoing(
      formatAmount(BigInt(units), decimals),
      symbol,
      tokenIcon ?? (tokenAddress ? undefined : coinIcon),
    )
  if (transfer) {
    const { receiver: address, receiverName: name } = transfer
    return {
      operation: 'send',
      transfers: [summarize(transfer)],
      counterparty: { role: 'to', address, name },
    }
  }
  // The amount received is the expected one until the provider's record replaces it.
  if (swap?.step === 'swap') {
    const received = { ...summarize(swap.target), direction: 'in' } as const
    return { operation: 'trade', transfers: [summarize(swap.source), received] }
  }
  const value = BigInt(request.value)
  const { decimals, symbol } = network.nativeCurrency
  const coins = value > 0n ? [toOutgoing(formatAmount(value, decimals), symbol, coinIcon)] : []
  if (request.to === undefined) {
    // On EVM chains a transaction without a recipient deploys a contract.
    const operation = network.namespace === 'eip155' ? 'deploy' : 'execute'
    return { operation, transfers: coins }
  }
  const target = { role: 'with', address: request.to } as const
  if (request.data === undefined || request.data === '0x') {
    const isCancel = value === 0n && isSameAddress(request.to, from)
    if (isCancel) return { operation: 'cancel', transfers: [] }
    return { operation: 'send', transfers: coins, counterparty: { ...target, role: 'to' } }
  }
  const meaning = coins.length === 0 ? toCallMeaning(request.to, request.data, context) : undefined
  return meaning ?? { operation: 'execute', transfers: coins, counterparty: target }
}

/** Recognizes token transfers and approvals. */
function toCallMeaning(
  to: string,
  data: string,
  { holdings }: JournalContext,
): Meaning | undefined {
  const call = readTokenCall(data)
  if (!call) return undefined
  const contract = 'token' in call && call.token ? call.token : to
  const token = holdings.find(({ address }) => address && isSameAddress(address, contract))
  const formatUnits = (units: bigint) => token && formatAmount(units, token.decimals)
  if (call.kind === 'transfer') {
    if (!token) return undefined
    return {
      operation: 'send',
      transfers: [toOutgoing(formatAmount(call.units, token.decimals), token.symbol, token.icon)],
      counterparty: { role: 'to', address: call.receiver },
    }
  }
  const amount = typeof call.amount === 'bigint' ? formatUnits(call.amount) : call.amount
  return {
    operation: 'approve',
    transfers: [],
    approval: { amount, symbol: token?.symbol, image: token?.icon },
    counterparty: { role: 'spender', address: call.spender },
  }
}

function toOutgoing(quantity: string, label: string, image: string | undefined): ActivityTransfer {
  return { direction: 'out', quantity, label, image, isCollectible: false }
}

/** Undefined for a purchase that is not paid. */
export function toPurchaseItem(purchase: Purchase): ActivityItem | undefined {
  const { id, hash, status, startedAt, quantity, symbol, label } = purchase
  if (status === 'open' || status === 'cancelled') return undefined
  return {
    id: foldAddress(hash ?? id),
    hash,
    time: startedAt,
    operation: 'buy',
    status: status === 'delivered' ? 'confirmed' : status,
    transfers: [{ direction: 'in', quantity, label: symbol, isCollectible: false }],
    further: 0,
    counterparty: { role: 'from', address: label, name: label },
  }
}
