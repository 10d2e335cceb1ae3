/** Features set by the site (`Features`) and by the provider (`RemoteFeatures`). */

export const socialProviders = [
  'google',
  'x',
  'farcaster',
  'discord',
  'apple',
  'github',
  'facebook',
] as const
export const onrampProviders = ['meld', 'coinbase'] as const
export const swapProviders = ['1inch'] as const
export const connectMethods = ['email', 'social', 'wallet'] as const
export const connectorGroups = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export const walletFeatures = ['onramp', 'swaps', 'receive', 'send'] as const

export type SocialProvider = (typeof socialProviders)[number]
export type OnrampProvider = (typeof onrampProviders)[number]
export type SwapProvider = (typeof swapProviders)[number]
export type ConnectMethod = (typeof connectMethods)[number]
export type ConnectorGroup = (typeof connectorGroups)[number]
export type WalletFeature = (typeof walletFeatures)[number]

/** Features the site decides, with every default filled in. */
export type Features = {
  readonly receive: boolean
  readonly send: boolean
  readonly emailShowWallets: boolean
  readonly connectorTypeOrder: readonly ConnectorGroup[]
  /** Undefined: wallets first if one is installed, last otherwise. */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined
  readonly walletFeaturesOrder: readonly WalletFeature[]
  readonly analytics: boolean
  readonly allWallets: boolean
  readonly legalCheckbox: boolean
  readonly smartSessions: boolean
  readonly collapseWallets: boolean
  readonly pay: boolean
  readonly reownAuthentication: boolean
}

/** Features the provider decides; the site's values are the fallback. */
export type RemoteFeatures = {
  readonly email: boolean
  readonly socials: readonly SocialProvider[] | false
  /** `jupiter` only where the provider has it: for Solana. */
  readonly swaps: readonly (SwapProvider | 'jupiter')[] | false
  readonly onramp: readonly OnrampProvider[] | false
  readonly activity: boolean
  readonly reownBranding: boolean
  readonly multiWallet: boolean
  /** Deposits from an exchange to the visitor's own account. */
  readonly payWithExchange: boolean
}

/** The `features` option. */
export type FeatureOptions = {
  /** Receive action and view. Default true. */
  readonly receive?: boolean | undefined
  /** Send action and views. Default true. */
  readonly send?: boolean | undefined
  /** Shows the wallet list together with email and socials; otherwise a button opens it. Default true. */
  readonly emailShowWallets?: boolean | undefined
  /** The wallet groups shown, in this order. Groups that are not listed are hidden. */
  readonly connectorTypeOrder?: readonly ConnectorGroup[] | undefined
  /** Order of the connect methods. Default: wallets first if one is installed, last otherwise. */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /** Order of the actions on the account view. Default onramp, swaps, receive, send. */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
  /** Usage events. Default true. */
  readonly analytics?: boolean | undefined
  /** The list of all wallets. Default true; the top-level `allWallets` option can limit it to phones. */
  readonly allWallets?: boolean | undefined
  /** A checkbox to accept before connecting; needs a terms or privacy URL. Default false. */
  readonly legalCheckbox?: boolean | undefined
  /** Permissions that visitors grant by `latchkey/sessions`, and their list. Default false. */
  readonly smartSessions?: boolean | undefined
  /** One button instead of the wallet list while email or socials are on. Default false. */
  readonly collapseWallets?: boolean | undefined
  /** Payments by `latchkey/pay`. Email and social log-ins are then off unless set. Default false. */
  readonly pay?: boolean | undefined
  /** Sign-in with sessions at the provider; replaces `siwx`. Needs `providerUrl`. Default false. */
  readonly reownAuthentication?: boolean | undefined
  /** Email log-in. The provider's configuration takes precedence. */
  readonly email?: boolean | undefined
  /** Social log-ins; `true` means all of them. The provider's configuration takes precedence. */
  readonly socials?: readonly SocialProvider[] | boolean | undefined
  /** Swaps. The provider's configuration takes precedence. */
  readonly swaps?: readonly SwapProvider[] | boolean | undefined
  /** Buying, by these providers; `true` means all. The provider's configuration takes precedence. */
  readonly onramp?: readonly OnrampProvider[] | boolean | undefined
  /** Activity list. The provider's configuration takes precedence. */
  readonly history?: boolean | undefined
  /**
   * Several connected wallets per chain family. Default false; the provider's configuration takes
   * precedence.
   */
  readonly multiWallet?: boolean | undefined
}

export const defaultFeatures: Features = {
  receive: true,
  send: true,
  emailShowWallets: true,
  connectorTypeOrder: connectorGroups,
  connectMethodsOrder: undefined,
  walletFeaturesOrder: walletFeatures,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
  reownAuthentication: false,
}

/** Defaults when neither the provider nor the site sets a feature. */
export const defaultRemoteFeatures: RemoteFeatures = {
  email: true,
  socials: socialProviders,
  swaps: swapProviders,
  onramp: onrampProviders,
  activity: true,
  reownBranding: true,
  multiWallet: false,
  payWithExchange: false,
}

/** The ending of account names at providers that do not name one (specification §9). */
export const defaultNameZone = 'reown.id'

/** The features without a provider: used until it responds, or if it fails. */
export function getLocalFeatures(
  local: FeatureOptions,
  basic = false,
): { readonly features: Features; readonly remoteFeatures: RemoteFeatures } {
  const given = { ...local, activity: local.history }
  return {
    features: fill(defaultFeatures, (name, fallback) => given[name] ?? fallback),
    remoteFeatures: fill(defaultRemoteFeatures, (name, fallback) => {
      if (basic) return false
      const value = name in given ? given[name as keyof typeof given] : undefined
      if (value === undefined) return hasLogIn(local, name) && fallback
      if (value === true) return fallback || value
      return Array.isArray(value) && value.length === 0 ? false : value
    }),
  }
}

/** Public surface §1.3: payments switch log-ins off, unless the site asks for them. */
export function hasLogIn(local: FeatureOptions, name: keyof RemoteFeatures): boolean {
  return !local.pay || (name !== 'email' && name !== 'socials') || local[name] !== undefined
}

function fill<values extends object>(
  defaults: values,
  choose: (name: keyof values, fallback: unknown) => unknown,
): values {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [
      name,
      choose(name as keyof values, fallback),
    ]),
  ) as values
}
