import { parseAmount } from '@latchkey/wire/amount'
import { formatBalance, shortenAddress, shortenName } from '../../core/format/format.js'
import { formatDay, formatDuration } from '../../core/format/time.js'
import * as limits from '../../core/runtime/limits.js'
import * as activityText from '../../core/text/activity.js'
import type { ActivityItem, ActivityTransfer, Operation } from './activityItem.js'

export type RowTexts = {
  readonly title: string
  readonly badge?: string | undefined
  /** `what` and `other` are shortened to fit in one line. */
  readonly what: string
  /** Between `what` and `other`: to, from, or and. */
  readonly joint: '›' | '‹' | '+'
  readonly other?: string | undefined
  readonly when: string
  /** For screen readers: one sentence with full amounts. */
  readonly spoken: string
}

const { activity: texts, operations, spoken, statuses } = activityText

/** Specification §9. */
const plus: readonly Operation[] = ['receive', 'deposit', 'borrow', 'claim']

const minus: readonly Operation[] = ['withdraw', 'repay', 'burn']

/** Younger transactions show their age, older ones their day. */
const recent = 24 * 60 * 60 * 1_000

/** Maximum characters of an amount or a counterparty, and of each of two amounts. */
const factLength = 26

const pairLength = 16

/** The texts of one row. `time` is the full date and time. */
export function formatRow(
  item: ActivityItem,
  { now, time }: { readonly now: number; readonly time: string },
): RowTexts {
  // An approval of nothing revokes an earlier one.
  const isRevoked = item.approval?.amount === 'none'
  const title = isRevoked ? texts.revoked : operations[item.operation]
  const counterpartyName =
    item.counterparty && (item.counterparty.name ?? shorten(item.counterparty.address))
  const visible = describe(item, counterpartyName, formatShortQuantity)
  const { speech } = describe(item, counterpartyName, formatQuantity)
  const badge = badgeOf(item)
  const age = now - item.time
  const isStatusShown = visible.what === statuses[item.status]
  return {
    ...visible,
    title,
    badge: isStatusShown ? undefined : badge,
    when: age < recent ? formatDuration(age) : formatDay(item.time),
    spoken: [
      `${title} ${speech}`,
      time,
      ...(isStatusShown ? [] : [statuses[item.status]]),
      ...(item.isLate ? [texts.late] : []),
      ...(item.isSuspicious ? [texts.suspicious] : []),
    ].join(', '),
  }
}

type Description = Pick<RowTexts, 'what' | 'joint' | 'other'> & { readonly speech: string }

type Format = (quantity: string) => string

function describe(
  item: ActivityItem,
  counterpartyName: string | undefined,
  format: Format,
): Description {
  const { approval, counterparty, operation, transfers, further } = item
  const [first, second] = transfers
  const role = counterparty?.role ?? 'with'
  const joint = role === 'from' ? '‹' : '›'
  const suffix = counterpartyName ? ` ${spoken[role](counterpartyName)}` : ''
  if (first && second) {
    const isSwap = first.direction === 'out' && second.direction === 'in'
    const more = further > 0 ? ` ${texts.more(further)}` : ''
    const sent = formatTransfer(first, isSwap && signFor(operation, 'out'), format)
    const received = formatTransfer(second, isSwap && signFor(operation, 'in'), format)
    const speech = isSwap ? spoken.swap(sent, received) : `${sent}, ${received}`
    return {
      what: shortenName(sent, pairLength),
      other: shortenName(received, pairLength) + more,
      joint: isSwap ? '›' : '+',
      speech: speech + more + suffix,
    }
  }
  const what = approval
    ? formatApproval(approval, format)
    : first
      ? formatTransfer(first, signFor(operation), format)
      : statuses[item.status]
  return {
    what: shortenName(what, factLength),
    other: counterpartyName && shortenName(counterpartyName, factLength),
    joint,
    speech: what + suffix,
  }
}

/** Of two amounts, the incoming one gets the plus and the outgoing one the minus. */
function signFor(operation: Operation, direction?: 'in' | 'out'): string {
  if (plus.includes(operation) && direction !== 'out') return '+'
  return minus.includes(operation) && direction !== 'in' ? '−' : ''
}

function formatTransfer(
  { quantity, label, isCollectible }: ActivityTransfer,
  sign: string | false,
  format: Format,
) {
  const amount = format(quantity)
  if (isCollectible) return `${sign || ''}${amount === '1' ? label : `${amount} × ${label}`}`
  return `${sign || ''}${amount} ${label}`
}

function formatApproval(
  { amount, symbol }: NonNullable<ActivityItem['approval']>,
  format: Format,
): string {
  const named = (text: string) => (symbol ? `${text} ${symbol}` : text)
  switch (amount) {
    case 'unlimited':
      return named(texts.unlimited)
    case 'all':
      return texts.allOf
    case 'none':
      return symbol ?? texts.unknownToken
    case undefined:
      return texts.unknownToken
    default:
      return named(format(amount))
  }
}

function badgeOf({ isSuspicious, isLate, status }: ActivityItem): string | undefined {
  if (isSuspicious) return texts.suspicious
  if (isLate && (status === 'pending' || status === 'confirmed')) return texts.late
  return status === 'confirmed' ? undefined : statuses[status]
}

const shorten = (address: string) => shortenAddress(address)

/**
 * Formats the provider's decimal text, cut after three decimals (specification §9). Text that is no number
 * counts as zero (§5); a minus sign is ignored.
 */
export function formatQuantity(text: string): string {
  const match = /^-?(\d{0,78})\.?(\d{0,78})$/.exec(text)
  const [, whole = '', fraction = ''] = match ?? []
  if (whole + fraction === '') return '0'
  const units = parseAmount(`${whole}.${fraction}`, fraction.length)
  return formatBalance(units, fraction.length, limits.quantityDecimals)
}

const scales = ['M', 'B', 'T']

/** Six digits and their separators. */
const maxLength = 8

/**
 * At most six digits, with a letter for millions and more. Cut, never rounded up.
 */
export function formatShortQuantity(text: string): string {
  const exact = formatQuantity(text)
  const [first, second, ...further] = exact.replace(/\..*/, '').split(',')
  if (further.length > scales.length) return '>999T'
  const scale = scales[further.length - 1]
  return scale ? trimZeros(`${first}.${second}`) + scale : trimZeros(exact.slice(0, maxLength))
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0*$/, '') : text
}
