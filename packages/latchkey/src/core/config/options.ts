import type { NetworkId } from '@latchkey/wire/caip'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { ChainFamily, WalletSource } from '../connection/family.js'
import type { NetworkInput } from '../network/network.js'
import type { SiweConfig } from '../siwx/siweConfig.js'
import type { SiwxConfig } from '../siwx/siwx.js'
import type { ThemeMode, ThemeVariableOptions } from '../theme/store.js'
import type { FeatureOptions } from './features.js'

/** The site's name, description and icons, as wallets show them. */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

type AllWalletsMode = 'SHOW' | 'HIDE' | 'ONLY_MOBILE'

/** When the modal's code loads: on hover or focus of a button, when the page is idle, or on opening. */
type PreloadMode = 'intent' | 'idle' | 'none'

/** A wallet the site adds to the list. */
export type CustomWallet = Omit<
  WalletListing,
  'image_id' | 'rdns' | 'link_mode' | 'chains' | 'chrome_store' | 'badge_type'
>

/** URLs of provider roles that are not served at `providerUrl`. */
export type ProviderUrls = {
  /** Project configuration, the wallet directory and its images. */
  readonly wallets?: string | undefined
  /** Balances, history, prices, names and chain nodes. */
  readonly chain?: string | undefined
  /** Usage events. */
  readonly analytics?: string | undefined
  /** Email and social log-in; needs a separate origin. Default: none, and log-in is off. */
  readonly login?: string | undefined
}

export type CustomRpcUrls = { readonly [id in NetworkId]?: readonly { readonly url: string }[] }

/** How the calls of a swap contract are decoded before they are requested from the wallet. */
export type SwapContractKind = 'uniswapV2' | '1inch' | '0x' | 'lifi'

/** A contract that swaps may call. */
export type SwapContract = {
  readonly kind: SwapContractKind
  readonly address: string
  /** The contract that takes the tokens, if it is another one: for `0x` its `AllowanceHolder`. */
  readonly spender?: string | undefined
}

export type SwapContracts = { readonly [id in NetworkId]?: readonly SwapContract[] }

/** The options of `createLatchkey`. */
export type LatchkeyOptions = {
  /** The site's project id at its provider. Without it, pairing and provider calls are off. */
  readonly projectId?: string | undefined
  /**
   * The provider's URL, such as `https://provider.example`: serves project configuration, wallets,
   * images and chain data. Needs `projectId`. Default: none.
   */
  readonly providerUrl?: string | undefined
  /** URLs of single provider roles that are served elsewhere. */
  readonly providerUrls?: ProviderUrls | undefined
  /** The networks the site supports, in display order; at least one. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]]
  /** The chain families of the site: one for each namespace in `networks`. */
  readonly families: readonly ChainFamily[]
  /** Additional connectors, such as `safe()` and `coinbase()`. */
  readonly connectors?: readonly WalletSource[] | undefined
  /** The first network for visitors who have not chosen one. Default: the first of `networks`. */
  readonly defaultNetwork?: NetworkInput | undefined
  /** How wallets show the site. Missing fields are read from the page. */
  readonly metadata?: Partial<Metadata> | undefined
  /** Features to turn on or off. */
  readonly features?: FeatureOptions | undefined
  /** Colour scheme. Default: the visitor's system setting. */
  readonly themeMode?: ThemeMode | undefined
  /** Colours, font, radius and z-index. */
  readonly themeVariables?: ThemeVariableOptions | undefined
  /** Sign-in with a wallet, for instance `createSiwx()` of `latchkey/siwx`. Excludes `siweConfig`. */
  readonly siwx?: SiwxConfig | undefined
  /** Sign-in with Ethereum only. Excludes `siwx`. */
  readonly siweConfig?: SiweConfig | undefined
  /** Shows wallets. Default true. */
  readonly enableWallets?: boolean | undefined
  /** Lists wallets that announce themselves (EIP-6963). Default true. */
  readonly enableEIP6963?: boolean | undefined
  /** Lists the single injected wallet of the browser if none announced itself. Default true. */
  readonly enableInjected?: boolean | undefined
  /** Allows pairing by QR code and link. Default true; needs `relayUrls`. */
  readonly enableWalletConnect?: boolean | undefined
  /** Lets visitors switch networks. Default true. */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Restores connections when the page loads; otherwise disconnects them. Default true. */
  readonly enableReconnect?: boolean | undefined
  /** Uses the full screen on phones. Default false. */
  readonly enableMobileFullScreen?: boolean | undefined
  /** The site places the modal element; closing resets it instead of hiding it. Default false. */
  readonly enableEmbedded?: boolean | undefined
  /** Creates the modal element without appending it to the page. Default false. */
  readonly disableAppend?: boolean | undefined
  /** Does not prompt to switch when the wallet is on an unsupported network. Default false. */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Shows only these wallets of the provider's directory. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Hides these wallets. */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Lists these wallets first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /**
   * Wallets that are known without a provider, best first, such as those of `latchkey/wallets`. The first
   * ones are recommended, and all are in the list of all wallets; a provider's directory adds others.
   */
  readonly wallets?: readonly WalletListing[] | undefined
  /** Wallets to add to the list. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** URL of the terms of service. */
  readonly termsConditionsUrl?: string | undefined
  /** URL of the privacy policy. */
  readonly privacyPolicyUrl?: string | undefined
  /** Images of networks by chain id; they replace the network's and the provider's images. */
  readonly chainImages?: { readonly [chainId: string]: string } | undefined
  /** Images of connectors by connector id. */
  readonly connectorImages?: { readonly [connectorId: string]: string } | undefined
  /** Node URLs by network id (`eip155:1`); they replace the provider's and the network's nodes. */
  readonly customRpcUrls?: CustomRpcUrls | undefined
  /** Contracts that swaps may call, by network id, in addition to the built-in ones. */
  readonly swapContracts?: SwapContracts | undefined
  /** Shows alerts for the site's developer in the modal. Default true. */
  readonly debug?: boolean | undefined
  /** Connection dialog only: no provider-controlled features, balances or names. Default false. */
  readonly basic?: boolean | undefined
  /** Where the list of all wallets is shown. Default `SHOW`. */
  readonly allWallets?: AllWalletsMode | undefined
  /** Shows visitors without a wallet how to get one. Default true. */
  readonly enableWalletGuide?: boolean | undefined
  /** Opens wallet apps on phones by universal link if they have one. Default false. */
  readonly experimental_preferUniversalLinks?: boolean | undefined
  /**
   * Relay URLs for pairing (`wss://…`), used together: a wallet may be on any of them. `publicRelayUrl`
   * reaches the wallets of others. Default: none, and pairing is off.
   */
  readonly relayUrls?: readonly string[] | undefined
  /** The project id the relays are given; the public relay needs one of its own. Default: `projectId`. */
  readonly relayProjectId?: string | undefined
  /** When the modal's code loads. Default: on hover or focus of a button. */
  readonly preload?: PreloadMode | undefined
  /** Separates the storage of several widgets on one page. Default: shared storage. */
  readonly instance?: string | undefined
}

/** The options that never change, with every default filled in. */
export type Config = {
  readonly projectId: string | undefined
  /** Set only together with `projectId`. */
  readonly providerUrl: string | undefined
  readonly providerUrls: ProviderUrls
  /** URL of the login frame; set only with `projectId`. Never `providerUrl`: it needs a separate origin. */
  readonly loginUrl: string | undefined
  /** As the site set them; `resolveFeatures` adds the defaults. */
  readonly features: FeatureOptions
  /** As the site set it; missing fields are read from the page. */
  readonly metadata: Partial<Metadata>
  /** False hides every wallet. */
  readonly walletsEnabled: boolean
  readonly announcedWallets: boolean
  readonly injectedWallets: boolean
  /** Whether pairing is on: enabled, with a relay and a project id. */
  readonly pairing: boolean
  readonly relayUrls: readonly string[]
  readonly relayProjectId: string | undefined
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
  readonly wallets: readonly WalletListing[]
  readonly customWallets: readonly CustomWallet[]
  readonly chainImages: { readonly [chainId: string]: string }
  readonly connectorImages: { readonly [connectorId: string]: string }
  readonly customRpcUrls: CustomRpcUrls
  readonly swapContracts: SwapContracts
  readonly debug: boolean
  readonly basic: boolean
  readonly allWallets: AllWalletsMode
  readonly walletGuide: boolean
  readonly preferUniversalLinks: boolean
  readonly preload: PreloadMode
  readonly instance: string
}
