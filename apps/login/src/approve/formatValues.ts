import { formatAmount } from '@latchkey/wire/amount'
import { getAddress } from 'viem'
import type { BalanceChange } from '../account/action.js'
import type { Coin } from '../account/feeLimits.js'
import type { Facts } from './assessRisk.js'
import { values } from './text.js'

/** The exact amount with its symbol. */
export function formatTokenAmount(units: bigint, { symbol, decimals }: Coin): string {
  return `${groupDigits(formatAmount(units, decimals))} ${symbol}`
}

/** A simulated balance change, without its sign. */
export function formatChange({ token, symbol, decimals, isItems, units }: BalanceChange): string {
  const amount = units < 0n ? -units : units
  if (symbol !== undefined && decimals !== undefined)
    return formatTokenAmount(amount, { symbol, decimals })
  if (isItems) return values.of(values.items(amount), shortenAddress(token))
  const counted = groupDigits(formatAmount(amount, decimals ?? 0))
  return values.of(
    decimals === undefined ? values.plainUnits(counted) : counted,
    shortenAddress(token),
  )
}

export function formatStepAmount(
  step: { readonly token: string | undefined; readonly decimals?: number },
  units: bigint,
  facts: Facts,
): string {
  const known = facts.tokens.get(step.token?.toLowerCase() ?? '')
  if (known) return formatTokenAmount(units, known)
  if (step.decimals === undefined) return values.units(units)
  return groupDigits(formatAmount(units, step.decimals))
}

/** EIP-55, as users see addresses elsewhere. */
export function toChecksumAddress(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? getAddress(address.toLowerCase()) : address
}

export function shortenAddress(address = ''): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A Unix time as date and time; beyond the year 3000 it counts as never. */
export function formatExpiry(seconds: bigint): string {
  if (seconds > 32_503_680_000n) return values.forever
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(Number(seconds) * 1_000),
  )
}

/** The value of an amount in cents, rounded up, at a price in dollars. */
export function toCents(units: bigint, decimals: number, price: number): bigint {
  const micros = BigInt(Math.round(price * 1_000_000))
  const divisor = 10_000n * 10n ** BigInt(decimals)
  return (units * micros + divisor - 1n) / divisor
}

/** Cents as dollars. */
export function formatMoney(cents: bigint): string {
  const [whole, fraction = ''] = formatAmount(cents, 2).split('.')
  return values.about(`$${groupDigits(`${whole}.${fraction.padEnd(2, '0')}`)}`)
}

/** A number of seconds in its largest whole unit: "day", "2 weeks". */
export function formatDuration(seconds: number): string {
  const [unit, length] = durations.find(([, size]) => seconds % size === 0) ?? ['second', 1]
  const count = seconds / length
  return count === 1 ? unit : `${count} ${unit}s`
}

const durations: readonly (readonly [string, number])[] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function groupDigits(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? spaced : `${spaced}.${fraction}`
}
