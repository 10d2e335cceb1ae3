/** Types of every entry point. */
export type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
export type { WalletListing } from '@latchkey/wire/registry/walletListing'
export type {
  LatchkeyAccountButtonElement,
  LatchkeyButtonElement,
  LatchkeyBuyElement,
  LatchkeyConnectButtonElement,
  LatchkeyModalElement,
  LatchkeyNetworkButtonElement,
} from '../bindings/element/buttonProps.js'
export type { Latchkey, OpenOptions } from '../boot/latchkey.js'
export type { PublicAccount, PublicNetwork, PublicState, SignInState } from '../boot/publicState.js'
export type { FeatureOptions, Features, RemoteFeatures } from '../core/config/features.js'
export type {
  CustomWallet,
  LatchkeyOptions,
  Metadata,
  ProviderUrls,
} from '../core/config/options.js'
export { publicRelayUrl } from '../core/config/publicRelay.js'
export type { ConnectionChange } from '../core/connection/actions/siteConnections.js'
export type {
  Account,
  AnnouncedWallet,
  ChainAdapter,
  ChainFamily,
  ChainSession,
  ConnectorType,
  WalletTransport,
} from '../core/connection/family.js'
export type { ConnectionsState, PublicConnection } from '../core/connection/publicConnections.js'
export type { WalletInfo } from '../core/connection/store.js'
export type { WidgetEvent } from '../core/events/actions/recordEvent.js'
export type {
  ConnectWalletOptions,
  FetchWalletsOptions,
  Headless,
  HeadlessState,
} from '../core/headless/createHeadless.js'
export type { WalletItem } from '../core/headless/walletItem.js'
export type { Network, NetworkInput } from '../core/network/network.js'
export type { PairingState } from '../core/pairing/store.js'
export type {
  SiweConfig,
  SiweCreateMessageArgs,
  SiweMessageParams,
  SiweSession,
  SiweVerifyMessageArgs,
} from '../core/siwx/siweConfig.js'
export type {
  SiwxConfig,
  SiwxMessageInput,
  SiwxMessageToSign,
  SiwxSession,
} from '../core/siwx/siwx.js'
export type { ThemeMode, ThemeState, ThemeVariables } from '../core/theme/store.js'
