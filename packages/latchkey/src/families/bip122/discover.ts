import type {
  AnnouncedWallet,
  DiscoverOptions,
  Site,
  WalletTransport,
} from '../../core/connection/family.js'
import {
  maxAnnouncedWallets,
  sanitizeWalletName,
  toUntrustedImageUrl,
} from '../../core/wallets/sanitize.js'
import { lazyImport } from '../shared/lazyImport.js'
import { readProperty } from '../shared/walletError.js'
import { discoverStandardWallets, getFeature, toList } from '../shared/walletStandard.js'

/** Opens a wallet through one of the wallet interfaces. Each is loaded when such a wallet is chosen. */
type Interface = (provider: unknown, site: Site, id: string) => Promise<WalletTransport>

const standard = async (wallet: unknown) =>
  (await lazyImport(import('./standardWallet.js'))).standardTransport(wallet)
const sats = async (provider: unknown) =>
  (await lazyImport(import('./satsWallet.js'))).satsTransport(provider)
const leather: Interface = async (...given) =>
  (await lazyImport(import('./leatherWallet.js'))).leatherTransport(...given)
const okx: Interface = async (provider) =>
  (await lazyImport(import('./okxWallet.js'))).okxTransport(provider)
const unisat: Interface = async (provider) =>
  (await lazyImport(import('./unisatWallet.js'))).unisatTransport(provider)

/** Global objects of wallets that do not announce themselves, with the method each must have. */
const globals: readonly (readonly [path: string, name: string, needs: string, open: Interface])[] =
  [
    ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'request', sats],
    ['LeatherProvider', 'Leather', 'request', leather],
    ['okxwallet', 'OKX Wallet', 'bitcoin.connect', okx],
    ['bitkeep.unisat', 'Bitget Wallet', 'requestAccounts', unisat],
    ['binancew3w.bitcoin', 'Binance Wallet', 'requestAccounts', unisat],
    // Last, because other wallets also define this object.
    ['unisat', 'UniSat Wallet', 'requestAccounts', unisat],
  ]

/**
 * Finds Bitcoin wallets in the page: by the Wallet Standard, in the sats-connect list, and by known
 * global objects. A wallet found more than once is listed once.
 */
export function discover(
  options: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const claims = new Map<string, { readonly isStandard: boolean; readonly count: number }>()
  const known = new Set<unknown>()

  /** The number of wallets with this name so far, or undefined for a wallet that is already listed. */
  const claim = (name: string, provider: unknown, isStandard: boolean) => {
    const key = name.toLowerCase().replace(/\s|wallet/g, '')
    const { count, ...before } = claims.get(key) ?? { isStandard, count: 0 }
    if (before.isStandard !== isStandard || known.has(provider)) return undefined
    if (known.size >= maxAnnouncedWallets) return undefined
    known.add(provider)
    claims.set(key, { isStandard, count: count + 1 })
    return count + 1
  }
  const list = (
    name: string,
    provider: unknown,
    open: Interface,
    more: Pick<AnnouncedWallet, 'type' | 'icon'>,
  ) => {
    const claimants = claim(name, provider, false)
    if (claimants === undefined) return
    // The same form as Wallet Standard ids, so the id does not depend on how the wallet was found.
    const id = `announced:${name}${claimants === 1 ? '' : `#${claimants}`}`
    found({
      id,
      namespace: 'bip122',
      name,
      open: (site) => open(provider, site, id),
      ...more,
    })
  }
  const poll = () => {
    if (options.announced) {
      for (const entry of toList(readProperty(window, 'btc_providers'))) {
        const id = readProperty(entry, 'id')
        const name = sanitizeWalletName(readProperty(entry, 'name'))
        const provider = typeof id === 'string' ? at(window, id) : undefined
        if (!name || typeof readProperty(provider, 'request') !== 'function') continue
        const icon = toUntrustedImageUrl(readProperty(entry, 'icon'))
        list(name, provider, id === 'LeatherProvider' ? leather : sats, { type: 'ANNOUNCED', icon })
      }
    }
    if (!options.injected) return
    for (const [path, name, needs, open] of globals) {
      const provider = at(window, path)
      if (typeof at(provider, needs) !== 'function') continue
      if (path !== 'unisat' || !readProperty(provider, 'isBinance')) {
        list(name, provider, open, { type: 'INJECTED' })
      }
    }
  }

  let polls = 1
  poll()
  // Some wallets inject late and send no event.
  const timer = setInterval(() => {
    polls += 1
    if (polls >= 3) clearInterval(timer)
    poll()
  }, pollInterval)
  const stopStandard = discoverStandardWallets(
    {
      namespace: 'bip122',
      isSupported: (wallet) =>
        Boolean(getFeature(wallet, 'bitcoin:connect', 'connect') ?? getSatsProvider(wallet)) &&
        claim(
          sanitizeWalletName(readProperty(wallet, 'name')) ?? '',
          getSatsProvider(wallet) ?? wallet,
          true,
        ) !== undefined,
      // Wallets that support sats-connect can do more through it.
      open: (wallet) => {
        const provider = getSatsProvider(wallet)
        return provider ? sats(provider) : standard(wallet)
      },
    },
    options,
    found,
  )

  return () => {
    clearInterval(timer)
    stopStandard()
  }
}

/** The sats-connect object that some wallets register together with the Wallet Standard. */
function getSatsProvider(wallet: unknown): unknown {
  const provider = readProperty(
    readProperty(readProperty(wallet, 'features'), 'sats-connect:'),
    'provider',
  )
  return typeof readProperty(provider, 'request') === 'function' ? provider : undefined
}

/** Milliseconds between two checks. */
const pollInterval = 200

/** Reads a path such as `XverseProviders.BitcoinProvider`. */
function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(0, 5)
    .reduce((owner: unknown, name) => readProperty(owner, name), value)
}
