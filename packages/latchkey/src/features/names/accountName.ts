import { hasNames } from '../../core/account/identity/identity.js'
import type { Network } from '../../core/network/network.js'
import type { Widget } from '../../core/widget.js'

const minLength = 4

const maxLength = 64

export type NameProblem = 'characters' | 'short' | 'long' | 'edge' | 'encoded'

/** The part before the zone; the text may include the zone. */
export function toLabel(text: string, zone: string): string {
  const typed = text.trim().toLowerCase()
  return typed.endsWith(`.${zone}`) ? typed.slice(0, -zone.length - 1) : typed
}

export function toName(label: string, zone: string): string {
  return `${label}.${zone}`
}

/** Why a label is no valid name (specification §5). */
export function getNameProblem(label: string): NameProblem | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < minLength) return 'short'
  if (label.length > maxLength) return 'long'
  if (label.startsWith('-') || label.endsWith('-')) return 'edge'
  // `xn--` and similar prefixes encode other scripts, whose letters can look alike.
  if (label.slice(2, 4) === '--') return 'encoded'
  return undefined
}

/** Typing on may fix it, so it is shown only after a pause. */
export function isIncomplete(problem: NameProblem): boolean {
  return problem === 'short' || problem === 'edge'
}

/** ENSIP-11: coin types of EVM chains have the top bit set. */
const evmBit = 0x8000_0000

/** The ENSIP-11 coin type of a chain, also for Ethereum itself (public surface §8.1). */
export function coinTypeOf({ reference }: Network): number | undefined {
  const chainId = Number(reference)
  return Number.isSafeInteger(chainId) && chainId > 0 && chainId < evmBit
    ? (evmBit | chainId) >>> 0
    : undefined
}

export function canRegister(widget: Widget, network: Network | undefined): network is Network {
  const { nameZone } = widget.stores.settings.get()
  return nameZone !== undefined && hasNames(widget, network) && coinTypeOf(network) !== undefined
}

/** The ending of new names; views and actions run only where there is one. */
export function getNameZone({ stores }: Widget): string {
  return stores.settings.get().nameZone ?? ''
}
