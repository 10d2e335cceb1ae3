import { shortenAddress } from '../../core/format/address.js'
import { formatQuantity } from '../../core/format/quantity.js'
import { formatDay, formatDuration } from '../../core/format/time.js'
import * as activityText from '../../core/text/activity.js'
import type { ActivityItem, ActivityTransfer, Operation } from './activityItem.js'

export type RowWords = {
  readonly title: string
  /** What is out of the ordinary about it. */
  readonly badge?: string | undefined
  readonly what: string
  /** How `what` leads to `other`: to it, from it, or just one after the other. Every font has these. */
  readonly joint: '›' | '‹' | '+'
  readonly other?: string | undefined
  readonly when: string
  /** All of it in one sentence. */
  readonly spoken: string
}

const { activity: words, operations, spoken, statuses } = activityText

/** Specification §9. */
const plus: readonly Operation[] = ['receive', 'deposit', 'borrow', 'claim']
const minus: readonly Operation[] = ['withdraw', 'repay', 'burn']
/** Until then it is told how long ago something was; from then on, on which day. */
const recent = 24 * 60 * 60 * 1_000

/** One transaction in words. `time` is when it was, in full. */
export function rowWords(
  item: ActivityItem,
  { now, time }: { readonly now: number; readonly time: string },
): RowWords {
  // An approval of nothing takes an earlier one back.
  const isRevoked = item.approval?.amount === 'none'
  const title = isRevoked ? words.revoked : operations[item.operation]
  const who = item.counterparty && (item.counterparty.name ?? short(item.counterparty.address))
  const told = descriptions(item, who)
  const badge = badgeOf(item)
  const age = now - item.time
  const isStatusTold = told.what === statuses[item.status]
  return {
    ...told,
    title,
    badge: isStatusTold ? undefined : badge,
    when: age < recent ? formatDuration(age) : formatDay(item.time),
    spoken: [
      `${title} ${told.said}`,
      time,
      ...(isStatusTold ? [] : [statuses[item.status]]),
      ...(item.isLate ? [words.late] : []),
      ...(item.isSuspicious ? [words.suspicious] : []),
    ].join(', '),
  }
}

type Descriptions = Pick<RowWords, 'what' | 'joint' | 'other'> & { readonly said: string }

function descriptions(item: ActivityItem, who: string | undefined): Descriptions {
  const { approval, counterparty, operation, transfers, further } = item
  const [first, second] = transfers
  const role = counterparty?.role ?? 'with'
  const joint = role === 'from' ? '‹' : '›'
  const whom = who ? ` ${spoken[role](who)}` : ''
  if (first && second) {
    const isSwap = first.direction === 'out' && second.direction === 'in'
    const what = written(first, isSwap && signFor(operation, 'out'))
    const taken = written(second, isSwap && signFor(operation, 'in'))
    const other = further > 0 ? `${taken} ${words.more(further)}` : taken
    const said = isSwap ? spoken.swap(what, other) : `${what}, ${other}`
    return { what, other, joint: isSwap ? '›' : '+', said: said + whom }
  }
  const what = approval
    ? approved(approval)
    : first
      ? written(first, signFor(operation))
      : statuses[item.status]
  return { what, joint, other: who, said: what + whom }
}

/** A sign stands with what it is about: of two amounts a plus with what came, a minus with what went. */
function signFor(operation: Operation, direction?: 'in' | 'out'): string {
  if (plus.includes(operation) && direction !== 'out') return '+'
  return minus.includes(operation) && direction !== 'in' ? '−' : ''
}

function written({ quantity, label, isCollectible }: ActivityTransfer, sign: string | false) {
  const amount = formatQuantity(quantity)
  if (isCollectible) return `${sign || ''}${amount === '1' ? label : `${amount} × ${label}`}`
  return `${sign || ''}${amount} ${label}`
}

function approved({ amount, symbol }: NonNullable<ActivityItem['approval']>): string {
  const named = (text: string) => (symbol ? `${text} ${symbol}` : text)
  switch (amount) {
    case 'unlimited':
      return named(words.unlimited)
    case 'all':
      return words.allOf
    case 'none':
      return symbol ?? words.unknownToken
    case undefined:
      return words.unknownToken
    default:
      return named(formatQuantity(amount))
  }
}

function badgeOf({ isSuspicious, isLate, status }: ActivityItem): string | undefined {
  if (isSuspicious) return words.suspicious
  if (isLate && (status === 'pending' || status === 'confirmed')) return words.late
  return status === 'confirmed' ? undefined : statuses[status]
}

const short = (address: string) => shortenAddress(address)
