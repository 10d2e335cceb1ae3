import type { NetworkId } from '@latchkey/wire/caip'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { ChainFamily, WalletSource } from '../connection/family.js'
import type { NetworkInput } from '../network/network.js'
import type { ThemeMode, ThemeVariableOptions } from '../theme/store.js'
import type { FeatureOptions } from './features.js'

/** How the page presents itself to wallets. */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

type AllWalletsMode = 'SHOW' | 'HIDE' | 'ONLY_MOBILE'

/** When the wallet window is fetched: on hover or focus of a button, when the page is idle, or on opening. */
type PreloadMode = 'intent' | 'idle' | 'none'

/** A wallet the site adds to the list. */
export type CustomWallet = Omit<
  WalletListing,
  'image_id' | 'rdns' | 'link_mode' | 'chains' | 'chrome_store'
>

/** Where parts of a provider are, when they are not all at `providerUrl`. */
export type ProviderUrls = {
  /** Project settings, the wallet directory and its images. */
  readonly wallets?: string | undefined
  /** Balances, history, prices, names and other questions about chains. */
  readonly chain?: string | undefined
  /** Usage events. */
  readonly analytics?: string | undefined
  /** Email and social login: a site of its own origin. Default: none, and neither is offered. */
  readonly login?: string | undefined
}

export type CustomRpcUrls = { readonly [id in NetworkId]?: readonly { readonly url: string }[] }

/** What a site gives when it creates the widget. */
export type LatchkeyOptions = {
  /** The site's key at its provider. Without it pairing and every provider call stay off. */
  readonly projectId?: string | undefined
  /**
   * The provider the widget asks for project settings, wallets and images, and through which it reads
   * chains, for instance your own `https://provider.example`. Needs `projectId`. Default: none.
   */
  readonly providerUrl?: string | undefined
  /** Parts of the provider that live elsewhere, by role. */
  readonly providerUrls?: ProviderUrls | undefined
  /** The networks the site works with, in display order; at least one. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]]
  /** The chain families the site speaks, one for each namespace among `networks`. */
  readonly families: readonly ChainFamily[]
  /** Further ways to wallets, such as `safe()` and `coinbase()`. */
  readonly connectors?: readonly WalletSource[] | undefined
  /** The network to start on when the visitor has not chosen one before. Default: the first. */
  readonly defaultNetwork?: NetworkInput | undefined
  /** How wallets show the site. What is left out is read from the page. */
  readonly metadata?: Partial<Metadata> | undefined
  /** Parts of the widget to switch on or off. */
  readonly features?: FeatureOptions | undefined
  /** Colour scheme. Default: the visitor's system. */
  readonly themeMode?: ThemeMode | undefined
  /** Colours, font, radius and layer. */
  readonly themeVariables?: ThemeVariableOptions | undefined
  /** Sign-in with wallet. Excludes `siweConfig`; not part of this release. */
  readonly siwx?: object | undefined
  /** Sign-in with Ethereum. Excludes `siwx`; not part of this release. */
  readonly siweConfig?: object | undefined
  /** Offers wallets at all. Default true. */
  readonly enableWallets?: boolean | undefined
  /** Listens for wallets that announce themselves (EIP-6963). Default true. */
  readonly enableEIP6963?: boolean | undefined
  /** Offers the browser's single injected wallet when none announced itself. Default true. */
  readonly enableInjected?: boolean | undefined
  /** Offers pairing by QR code and link. Default true; needs `relayUrls`. */
  readonly enableWalletConnect?: boolean | undefined
  /** Lets visitors change the network. Default true. */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Takes up the last connection when the page loads; otherwise it is ended. Default true. */
  readonly enableReconnect?: boolean | undefined
  /** Fills the whole screen on phones. Default false. */
  readonly enableMobileFullScreen?: boolean | undefined
  /** Leaves placing the modal element to the site; closing resets it instead of hiding it. Default false. */
  readonly enableEmbedded?: boolean | undefined
  /** Creates the modal element without appending it to the page. Default false. */
  readonly disableAppend?: boolean | undefined
  /** Leaves the visitor alone when the wallet is on a network the site did not ask for. Default false. */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Only these wallets of the provider's directory are offered. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** These wallets are never offered. */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** These wallets come first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Wallets of the site's own choice. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** Where the terms of service are. */
  readonly termsConditionsUrl?: string | undefined
  /** Where the privacy policy is. */
  readonly privacyPolicyUrl?: string | undefined
  /** Images of networks by chain id, instead of those of the network and of the provider. */
  readonly chainImages?: { readonly [chainId: string]: string } | undefined
  /** Images of connectors by connector id. */
  readonly connectorImages?: { readonly [connectorId: string]: string } | undefined
  /** Nodes to ask instead of the provider's and the network's own, by network id (`eip155:1`). */
  readonly customRpcUrls?: CustomRpcUrls | undefined
  /** Shows messages for the site's owner in the modal. Default true. */
  readonly debug?: boolean | undefined
  /** The bare connection dialog: no provider-controlled feature, no balance, no identity. Default false. */
  readonly basic?: boolean | undefined
  /** Where the list of all wallets is offered. Default SHOW. */
  readonly allWallets?: AllWalletsMode | undefined
  /** Shows newcomers the way to a first wallet. Default true. */
  readonly enableWalletGuide?: boolean | undefined
  /** Opens wallets on phones by universal link where they have one. Default false. */
  readonly experimental_preferUniversalLinks?: boolean | undefined
  /** Relays that carry pairing (`wss://…`), tried in order. Default: none, pairing is not offered. */
  readonly relayUrls?: readonly string[] | undefined
  /** When the wallet window is fetched. Default: on hover or focus of a button. */
  readonly preload?: PreloadMode | undefined
  /** Keeps what two widgets on one page remember apart. Default: one shared memory. */
  readonly instance?: string | undefined
}

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
