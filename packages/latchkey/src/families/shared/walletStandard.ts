import type { Namespace } from '@latchkey/wire/caip'
import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import {
  maxAnnouncedWallets,
  sanitizeWalletName,
  toUntrustedImageUrl,
} from '../../core/wallets/sanitize.js'
import { readProperty } from './walletError.js'

/** Which wallets of the Wallet Standard a chain family uses, and how. */
export type StandardWalletKind = {
  readonly namespace: Namespace
  /** Whether the wallet has the features the family needs. */
  isSupported(wallet: unknown): boolean
  open(wallet: unknown): ReturnType<AnnouncedWallet['open']>
}

/** Not listed: the widget has its own pairing. */
const pairingName = /^walletconnect$/i

/**
 * Finds wallets that register by the Wallet Standard. Any script can register, so wallets are untrusted
 * data, and one that unregisters stays listed.
 */
export function discoverStandardWallets(
  { namespace, isSupported, open }: StandardWalletKind,
  { announced }: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (!announced || typeof window === 'undefined') return () => {}
  const known = new Set<unknown>()
  const claims = new Map<string, number>()
  let isStopped = false

  const list = (wallet: unknown) => {
    if (isStopped || known.size >= maxAnnouncedWallets || known.has(wallet)) return
    const name = sanitizeWalletName(readProperty(wallet, 'name'))
    if (!name || pairingName.test(name) || !isSupported(wallet)) return
    known.add(wallet)
    // Two wallets with one name are both shown: there is no way to tell which is genuine.
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
  const onRegister = (event: Event) => {
    try {
      ;(event as CustomEvent).detail({ register })
    } catch {
      // A wallet that fails to register is ignored.
      return
    }
  }
  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return () => {
    isStopped = true
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

type FeatureMethod = (...input: readonly unknown[]) => Promise<unknown>

/** A method of a wallet's feature, such as `connect` of `standard:connect`. Exceptions become rejections. */
export function getFeature(
  wallet: unknown,
  name: string,
  method: string,
): FeatureMethod | undefined {
  const owner = readProperty(readProperty(wallet, 'features'), name)
  const call = readProperty(owner, method)
  return typeof call === 'function'
    ? async (...input) => Reflect.apply(call, owner, input)
    : undefined
}

/** A copy of a wallet's list, such as `accounts` or `chains`; undefined for any other value. */
export function readList(list: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(list) ? Array.from(list.slice(0, maxAnnouncedWallets)) : undefined
  } catch {
    // A proxy or getter threw.
    return undefined
  }
}

/** The same, but empty for any other value. */
export function toList(list: unknown): readonly unknown[] {
  return readList(list) ?? []
}

/** Listens to `change` of `standard:events`, where the wallet has it. */
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
      // The listener is gone in any case.
      return
    }
  }
}
