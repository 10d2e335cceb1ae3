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

/** One of the interfaces wallets have, each fetched when a wallet with it is chosen. */
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

/** Objects that wallets put into the page without saying so: where, whose, and what they must have. */
const globals: readonly (readonly [path: string, name: string, needs: string, open: Interface])[] =
  [
    ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'request', sats],
    ['LeatherProvider', 'Leather', 'request', leather],
    ['okxwallet', 'OKX Wallet', 'bitcoin.connect', okx],
    ['bitkeep.unisat', 'Bitget Wallet', 'requestAccounts', unisat],
    ['binancew3w.bitcoin', 'Binance Wallet', 'requestAccounts', unisat],
    // Last, because others put themselves in its place, too.
    ['unisat', 'UniSat Wallet', 'requestAccounts', unisat],
  ]

/**
 * Finds Bitcoin wallets in the page: by the Wallet Standard, in the list of sats-connect, and by the
 * objects the others are known for. A wallet found in several ways is shown once.
 */
export function discover(
  options: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const claims = new Map<string, { readonly isStandard: boolean; readonly count: number }>()
  const known = new Set<unknown>()

  /** How many claim the name by now, or undefined for a wallet that was found in another way before. */
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
    // Like those of the Wallet Standard: whichever way is first, a wallet is found again.
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
  // Some wallets come late and do not say so.
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
      // What speaks sats-connect can do more by it.
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

/** The sats-connect object that some wallets register along. */
function getSatsProvider(wallet: unknown): unknown {
  const provider = readProperty(
    readProperty(readProperty(wallet, 'features'), 'sats-connect:'),
    'provider',
  )
  return typeof readProperty(provider, 'request') === 'function' ? provider : undefined
}

/** Milliseconds between two looks. */
const pollInterval = 200

/** What is at a path such as `XverseProviders.BitcoinProvider`. */
function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(0, 5)
    .reduce((owner: unknown, name) => readProperty(owner, name), value)
}
