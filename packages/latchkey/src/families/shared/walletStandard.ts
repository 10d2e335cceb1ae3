import type { Namespace } from '@latchkey/wire/caip'
import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import {
  maxAnnouncedWallets,
  sanitizeWalletName,
  toUntrustedImageUrl,
} from '../../core/wallets/sanitize.js'
import { readProperty } from './walletError.js'

/** A chain family's view of wallets that register by the Wallet Standard. */
export type StandardWalletKind = {
  readonly namespace: Namespace
  /** Whether the wallet can do what the family needs. Wallets tell the truth or fail later. */
  isSupported(wallet: unknown): boolean
  open(wallet: unknown): ReturnType<AnnouncedWallet['open']>
}

/** Wallets that pair by QR code register under this name, too; pairing is ours. */
const pairingName = /^walletconnect$/i

/**
 * Finds wallets that register in the page by the Wallet Standard. Any script can register anything,
 * so what it hands over is data to be checked. A wallet that unregisters stays listed: its last words
 * are as good as any script's.
 */
export function discoverStandardWallets(
  { namespace, isSupported, open }: StandardWalletKind,
  { announced }: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (!announced || typeof window === 'undefined') return () => {}
  const known = new Set<unknown>()
  const claims = new Map<string, number>()
  let isOver = false

  const list = (wallet: unknown) => {
    if (isOver || known.size >= maxAnnouncedWallets || known.has(wallet)) return
    const name = sanitizeWalletName(readProperty(wallet, 'name'))
    if (!name || pairingName.test(name) || !isSupported(wallet)) return
    known.add(wallet)
    // Two wallets that claim one name are both shown: nobody here can tell which is honest.
    const claimants = (claims.get(name) ?? 0) + 1
    claims.set(name, claimants)
    found({
      id: `announced:${name}${claimants === 1 ? '' : `#${claimants}`}`,
      namespace,
      type: 'ANNOUNCED',
      name,
      icon: toUntrustedImageUrl(readProperty(wallet, 'icon')),
      open: () => open(wallet),
    })
  }

  const register = (...wallets: readonly unknown[]) => {
    for (const wallet of wallets.slice(0, maxAnnouncedWallets)) list(wallet)
    return () => {}
  }
  const meet = (event: Event) => {
    try {
      ;(event as CustomEvent).detail({ register })
    } catch {
      // A wallet that fails to register is a wallet that is not there.
      return
    }
  }
  window.addEventListener('wallet-standard:register-wallet', meet)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return () => {
    isOver = true
    window.removeEventListener('wallet-standard:register-wallet', meet)
  }
}

type FeatureMethod = (...input: readonly unknown[]) => Promise<unknown>

/** One of a wallet's features, such as `connect` of `standard:connect`. What it throws is a rejection. */
export function getFeature(wallet: unknown, name: string, method: string): FeatureMethod | undefined {
  const owner = readProperty(readProperty(wallet, 'features'), name)
  const call = readProperty(owner, method)
  return typeof call === 'function'
    ? async (...input) => Reflect.apply(call, owner, input)
    : undefined
}

/** A copy of what should be a list, such as a wallet's `accounts` or `chains`; undefined for anything else. */
export function readList(list: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(list) ? Array.from(list.slice(0, maxAnnouncedWallets)) : undefined
  } catch {
    // Lists of proxies and getters.
    return undefined
  }
}

/** Items of what should be a list; none of anything else. */
export function toList(list: unknown): readonly unknown[] {
  return readList(list) ?? []
}

/** Listens to `change` of `standard:events`. A wallet without it, or a broken one, just tells nothing. */
export function onStandardChange(wallet: unknown, listener: (change: unknown) => void): () => void {
  const owner = readProperty(readProperty(wallet, 'features'), 'standard:events')
  let stop: unknown
  try {
    stop = (owner as { on(event: string, listener: (change: unknown) => void): unknown }).on(
      'change',
      listener,
    )
  } catch {
    return () => {}
  }
  return () => {
    try {
      if (typeof stop === 'function') stop()
    } catch {
      // The listener's owner is gone either way.
      return
    }
  }
}
