import { formatAmount } from '@latchkey/wire/amount'
import type { LoginUser } from '../login/store.js'
import * as limits from '../runtime/limits.js'

/** `0x12…345678`; short addresses are unchanged. */
export function shortenAddress(
  address: string,
  start: number = limits.addressCharsStart,
  end: number = limits.addressCharsEnd,
): string {
  if (address.length <= start + end) return address
  return `${address.slice(0, start)}…${address.slice(address.length - end)}`
}

/** An account name, cut to this many characters (public surface §8.2). */
export function shortenName(name: string, length: number): string {
  const letters = [...name]
  return letters.length > length ? `${letters.slice(0, length).join('')}...` : name
}

/** The email or user name of the log-in, shortened to one line. */
export function formatLoginName(user: LoginUser | undefined): string | undefined {
  const name = user?.email ?? user?.userName
  return name === undefined ? undefined : shortenName(name, limits.emailLabelLength)
}

/** Formats units: `1,234.567`, cut after three decimals, `<0.001` for smaller values. */
export function formatBalance(
  units: bigint,
  decimals: number,
  maxFraction: number = limits.balanceDecimals,
): string {
  const text = formatAmount(units, decimals, { maxFraction })
  if (text === '0' && units > 0n) return `<${formatAmount(1n, maxFraction)}`
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
