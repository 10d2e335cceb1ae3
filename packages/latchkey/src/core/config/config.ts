import type { WalletSource } from '../connection/family.js'
import type { FeatureOptions } from './features.js'
import type {
  AllWalletsMode,
  CustomRpcUrls,
  CustomWallet,
  Metadata,
  PreloadMode,
  ProviderUrls,
} from './options.js'

/** The options that never change while a widget lives, with every default filled in. */
export type Config = {
  readonly projectId: string | undefined
  /** Set only together with `projectId`. */
  readonly providerUrl: string | undefined
  readonly providerUrls: ProviderUrls
  /** The login site; set only together with `projectId`. Never `providerUrl`: it needs an origin of its own. */
  readonly loginUrl: string | undefined
  /** As the site gave them; `resolveFeatures` makes them whole. */
  readonly features: FeatureOptions
  /** What the site said; the page fills the rest. */
  readonly metadata: Partial<Metadata>
  /** False hides every wallet. */
  readonly walletsEnabled: boolean
  readonly announcedWallets: boolean
  readonly injectedWallets: boolean
  /** Whether pairing is offered: wanted, and there is a relay and a project to do it with. */
  readonly pairing: boolean
  readonly relayUrls: readonly string[]
  readonly connectors: readonly WalletSource[]
  readonly networkSwitch: boolean
  readonly reconnect: boolean
  readonly fullScreenOnMobile: boolean
  /** The site places the modal element; closing resets it. */
  readonly embedded: boolean
  /** Whether the modal element is appended to the page. */
  readonly append: boolean
  readonly allowUnsupportedChain: boolean
  readonly includeWalletIds: readonly string[] | undefined
  readonly excludeWalletIds: readonly string[]
  readonly featuredWalletIds: readonly string[]
  readonly customWallets: readonly CustomWallet[]
  readonly chainImages: { readonly [chainId: string]: string }
  readonly connectorImages: { readonly [connectorId: string]: string }
  readonly customRpcUrls: CustomRpcUrls
  readonly debug: boolean
  readonly basic: boolean
  readonly allWallets: AllWalletsMode
  readonly walletGuide: boolean
  readonly preferUniversalLinks: boolean
  readonly preload: PreloadMode
  readonly instance: string
}
