import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import {
  maxAnnouncedWallets,
  sanitizeWalletName,
  toUntrustedImageUrl,
} from '../../core/wallets/sanitize.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { InPageProvider } from './inPageTransport.js'

/** Adapter and in-page transport share one chunk. */
export const loadAdapterChunk = () => lazyImport(import('./adapter.js'))

/**
 * Finds wallets in the page: those that announce themselves (EIP-6963) and the older
 * `window.ethereum`. Any script can announce, so announcements are untrusted data.
 */
export function discover(
  { announced, injected }: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const openTransport = async (provider: InPageProvider) =>
    (await loadAdapterChunk()).inPageTransport(provider)
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
    // Two providers with one name are both shown: there is no way to tell which is genuine.
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
      open: () => openTransport(provider),
    })
  }

  const checkInjected = () => {
    const provider = toProvider(() => (window as { ethereum?: unknown }).ethereum)
    if (!provider || known.has(provider)) return
    window.removeEventListener('ethereum#initialized', checkInjected)
    known.set(provider, new Set())
    found({
      id: 'injected',
      namespace: 'eip155',
      type: 'INJECTED',
      name: 'Browser Wallet',
      open: () => openTransport(provider),
    })
  }

  if (announced) {
    window.addEventListener('eip6963:announceProvider', announce)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (injected) {
    // Fired by wallets that inject late.
    window.addEventListener('ethereum#initialized', checkInjected)
    checkInjected()
  }

  return () => {
    window.removeEventListener('eip6963:announceProvider', announce)
    window.removeEventListener('ethereum#initialized', checkInjected)
  }
}

const rdnsPattern = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,7}$/i

/** Copies the valid parts; undefined for an invalid announcement. */
function readAnnouncement(event: Event) {
  try {
    const { info, provider: announced } = (event as CustomEvent).detail
    const provider = toProvider(() => announced)
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
    // Missing parts, or getters that throw.
    return undefined
  }
}

function toProvider(read: () => unknown): InPageProvider | undefined {
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
