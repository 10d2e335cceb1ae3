import * as limits from '../runtime/limits.js'

/** The two ends of an address; addresses short enough stay whole. */
export function shortenAddress(
  address: string,
  start: number = limits.addressCharsStart,
  end: number = limits.addressCharsEnd,
): string {
  if (address.length <= start + end) return address
  return `${address.slice(0, start)}…${address.slice(address.length - end)}`
}
