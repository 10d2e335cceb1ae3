import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import {
  maxAnnouncedWallets,
  sanitizeWalletName,
  toUntrustedImageUrl,
} from '../../core/wallets/sanitize.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { InPageProvider } from './inPageTransport.js'

/** What a connection needs, the way to a wallet in the page included: one file, fetched once. */
export const loadConnecting = () => lazyImport(import('./adapter.js'))

/**
 * Finds wallets in the page: those that announce themselves (EIP-6963) and the older
 * `window.ethereum`. Any script can announce, so an announcement is data to be checked.
 */
export function discover(
  { announced, injected }: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const openIn = async (provider: InPageProvider) =>
    (await loadConnecting()).inPageTransport(provider)
  const known = new Map<InPageProvider, Set<string>>()
  const claims = new Map<string, number>()
  let shown = 0

  const announce = (event: Event) => {
    if (shown >= maxAnnouncedWallets) return
    const wallet = readAnnouncement(event)
    if (!wallet) return
    const { provider, name, icon, rdns } = wallet
    const claim = rdns ?? `announced:${name}`
    const claimed = known.get(provider) ?? new Set()
    if (claimed.has(claim)) return
    known.set(provider, claimed.add(claim))
    // Two providers that claim one name are both shown: nobody here can tell which is honest.
    const claimants = (claims.get(claim) ?? 0) + 1
    claims.set(claim, claimants)
    shown += 1
    found({
      id: claimants === 1 ? claim : `${claim}#${claimants}`,
      namespace: 'eip155',
      type: 'ANNOUNCED',
      name,
      icon,
      rdns,
      open: () => openIn(provider),
    })
  }

  const lookForInjected = () => {
    const provider = asProvider(() => (window as { ethereum?: unknown }).ethereum)
    if (!provider || known.has(provider)) return
    window.removeEventListener('ethereum#initialized', lookForInjected)
    known.set(provider, new Set())
    found({
      id: 'injected',
      namespace: 'eip155',
      type: 'INJECTED',
      name: 'Browser Wallet',
      open: () => openIn(provider),
    })
  }

  if (announced) {
    window.addEventListener('eip6963:announceProvider', announce)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (injected) {
    // Wallets that inject late say so with this event.
    window.addEventListener('ethereum#initialized', lookForInjected)
    lookForInjected()
  }

  return () => {
    window.removeEventListener('eip6963:announceProvider', announce)
    window.removeEventListener('ethereum#initialized', lookForInjected)
  }
}

const rdnsPattern = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,7}$/i

/** Copies what is usable; undefined for an announcement that is not one. */
function readAnnouncement(event: Event) {
  try {
    const { info, provider: announced } = (event as CustomEvent).detail
    const provider = asProvider(() => announced)
    const name = sanitizeWalletName(info.name)
    const { icon, rdns } = info
    if (!provider || !name) return undefined
    return {
      provider,
      name,
      icon: toUntrustedImageUrl(icon),
      rdns: typeof rdns === 'string' && rdnsPattern.test(rdns) ? rdns : undefined,
    }
  } catch {
    // Missing parts and getters that throw: nothing a visitor could use.
    return undefined
  }
}

function asProvider(read: () => unknown): InPageProvider | undefined {
  try {
    const value = read()
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    return isObject && typeof (value as InPageProvider).request === 'function'
      ? (value as InPageProvider)
      : undefined
  } catch {
    // A getter of the page or the wallet threw.
    return undefined
  }
}
