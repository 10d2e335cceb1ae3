import { parseAmount } from '@latchkey/wire/amount'
import { formatBalance, shortenAddress, shortenName } from '../../core/format/format.js'
import { formatDay, formatDuration } from '../../core/format/time.js'
import * as limits from '../../core/runtime/limits.js'
import * as activityText from '../../core/text/activity.js'
import type { ActivityItem, ActivityTransfer, Operation } from './activityItem.js'

const scales = ['M', 'B', 'T']
/** Six digits with what stands between them. */
const room = 8

/**
 * A transaction's amount as a row has room for: six digits at most, millions and more by their letter. Like
 * the whole amount it is cut, never rounded up.
 */
export function briefQuantity(text: string): string {
  const exact = formatQuantity(text)
  const [first, second, ...further] = exact.replace(/\..*/, '').split(',')
  if (further.length > scales.length) return '>999T'
  const scale = scales[further.length - 1]
  return scale ? withoutZeros(`${first}.${second}`) + scale : withoutZeros(exact.slice(0, room))
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0*$/, '') : text
}

export type RowWords = {
  readonly title: string
  /** What is out of the ordinary about it. */
  readonly badge?: string | undefined
  /** Both for the eye: short enough that neither hides the other. */
  readonly what: string
  /** How `what` leads to `other`: to it, from it, or just one after the other. Every font has these. */
  readonly joint: '›' | '‹' | '+'
  readonly other?: string | undefined
  readonly when: string
  /** All of it in one sentence, amounts in full. */
  readonly spoken: string
}

const { activity: words, operations, spoken, statuses } = activityText

/** Specification §9. */
const plus: readonly Operation[] = ['receive', 'deposit', 'borrow', 'claim']
const minus: readonly Operation[] = ['withdraw', 'repay', 'burn']
/** Until then it is told how long ago something was; from then on, on which day. */
const recent = 24 * 60 * 60 * 1_000
/** Characters of an amount or of who is on the other side, and of each of two amounts. */
const factLength = 26
const pairLength = 16

/** One transaction in words. `time` is when it was, in full. */
export function rowWords(
  item: ActivityItem,
  { now, time }: { readonly now: number; readonly time: string },
): RowWords {
  // An approval of nothing takes an earlier one back.
  const isRevoked = item.approval?.amount === 'none'
  const title = isRevoked ? words.revoked : operations[item.operation]
  const who = item.counterparty && (item.counterparty.name ?? short(item.counterparty.address))
  const seen = descriptions(item, who, briefQuantity)
  const { said } = descriptions(item, who, formatQuantity)
  const badge = badgeOf(item)
  const age = now - item.time
  const isStatusTold = seen.what === statuses[item.status]
  return {
    ...seen,
    title,
    badge: isStatusTold ? undefined : badge,
    when: age < recent ? formatDuration(age) : formatDay(item.time),
    spoken: [
      `${title} ${said}`,
      time,
      ...(isStatusTold ? [] : [statuses[item.status]]),
      ...(item.isLate ? [words.late] : []),
      ...(item.isSuspicious ? [words.suspicious] : []),
    ].join(', '),
  }
}

type Descriptions = Pick<RowWords, 'what' | 'joint' | 'other'> & { readonly said: string }
type Format = (quantity: string) => string

function descriptions(item: ActivityItem, who: string | undefined, format: Format): Descriptions {
  const { approval, counterparty, operation, transfers, further } = item
  const [first, second] = transfers
  const role = counterparty?.role ?? 'with'
  const joint = role === 'from' ? '‹' : '›'
  const whom = who ? ` ${spoken[role](who)}` : ''
  if (first && second) {
    const isSwap = first.direction === 'out' && second.direction === 'in'
    const more = further > 0 ? ` ${words.more(further)}` : ''
    const given = written(first, isSwap && signFor(operation, 'out'), format)
    const taken = written(second, isSwap && signFor(operation, 'in'), format)
    const said = isSwap ? spoken.swap(given, taken) : `${given}, ${taken}`
    return {
      what: shortenName(given, pairLength),
      other: shortenName(taken, pairLength) + more,
      joint: isSwap ? '›' : '+',
      said: said + more + whom,
    }
  }
  const what = approval
    ? approved(approval, format)
    : first
      ? written(first, signFor(operation), format)
      : statuses[item.status]
  return {
    what: shortenName(what, factLength),
    other: who && shortenName(who, factLength),
    joint,
    said: what + whom,
  }
}

/** A sign stands with what it is about: of two amounts a plus with what came, a minus with what went. */
function signFor(operation: Operation, direction?: 'in' | 'out'): string {
  if (plus.includes(operation) && direction !== 'out') return '+'
  return minus.includes(operation) && direction !== 'in' ? '−' : ''
}

function written(
  { quantity, label, isCollectible }: ActivityTransfer,
  sign: string | false,
  format: Format,
) {
  const amount = format(quantity)
  if (isCollectible) return `${sign || ''}${amount === '1' ? label : `${amount} × ${label}`}`
  return `${sign || ''}${amount} ${label}`
}

function approved(
  { amount, symbol }: NonNullable<ActivityItem['approval']>,
  format: Format,
): string {
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
      return named(format(amount))
  }
}

function badgeOf({ isSuspicious, isLate, status }: ActivityItem): string | undefined {
  if (isSuspicious) return words.suspicious
  if (isLate && (status === 'pending' || status === 'confirmed')) return words.late
  return status === 'confirmed' ? undefined : statuses[status]
}

const short = (address: string) => shortenAddress(address)

/**
 * A transaction's amount for people, from decimal text as the provider has it: exact, cut after three
 * decimals (specification §9). What is no number counts as zero (§5); which way it went is not its sign.
 */
export function formatQuantity(text: string): string {
  const match = /^-?(\d{0,78})\.?(\d{0,78})$/.exec(text)
  const [, whole = '', fraction = ''] = match ?? []
  if (whole + fraction === '') return '0'
  const units = parseAmount(`${whole}.${fraction}`, fraction.length)
  return formatBalance(units, fraction.length, limits.quantityDecimals)
}
