import { hasNames } from '../../core/account/identity/identity.js'
import type { Network } from '../../core/network/network.js'
import type { Widget } from '../../core/widget.js'

/** ENSIP-11 marks the coin types of EVM chains with the top bit. */
const evmBit = 0x8000_0000

/** The coin type under which a name is registered for a chain, main net included (public surface §8.1). */
export function coinTypeOf({ reference }: Network): number | undefined {
  const chainId = Number(reference)
  return Number.isSafeInteger(chainId) && chainId > 0 && chainId < evmBit
    ? (evmBit | chainId) >>> 0
    : undefined
}

/** Whether an account on this network can be given a name. */
export function canRegister(widget: Widget, network: Network | undefined): network is Network {
  return hasNames(widget, network) && coinTypeOf(network) !== undefined
}

/** What every account name ends with (specification §9). */
export const suffix = '.reown.id'

const shortest = 4
const longest = 64

export type NameFault = 'characters' | 'short' | 'long' | 'edge' | 'encoded'

/** What stands before the ending, however much of the whole name was typed or pasted. */
export function labelOf(text: string): string {
  const typed = text.trim().toLowerCase()
  return typed.endsWith(suffix) ? typed.slice(0, -suffix.length) : typed
}

export function nameOf(label: string): string {
  return `${label}${suffix}`
}

/** What keeps a label from being a name (specification §5); undefined for a good one. */
export function faultOf(label: string): NameFault | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < shortest) return 'short'
  if (label.length > longest) return 'long'
  if (label.startsWith('-') || label.endsWith('-')) return 'edge'
  // `xn--` and its like stand for letters of other scripts, which can look like these.
  if (label.slice(2, 4) === '--') return 'encoded'
  return undefined
}

/** Whether further typing can mend it: then it is not told before the visitor pauses. */
export function isUnfinished(fault: NameFault): boolean {
  return fault === 'short' || fault === 'edge'
}
