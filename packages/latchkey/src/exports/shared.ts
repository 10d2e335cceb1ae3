/** Types every entry point offers. */
export type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
export type { WalletListing } from '@latchkey/wire/registry/walletListing'
export type {
  ConnectionChange,
  ConnectionsState,
  ConnectWalletOptions,
  Features,
  FetchWalletsOptions,
  Headless,
  HeadlessState,
  Latchkey,
  OpenOptions,
  PairingState,
  PublicAccount,
  PublicConnection,
  PublicNetwork,
  PublicState,
  RemoteFeatures,
  ThemeState,
  WalletInfo,
  WalletItem,
  WidgetEvent,
} from '../boot/facade.js'
export type { FeatureOptions } from '../core/config/features.js'
export type {
  CustomWallet,
  LatchkeyOptions,
  Metadata,
  ProviderUrls,
} from '../core/config/options.js'
export type {
  Account,
  AnnouncedWallet,
  ChainAdapter,
  ChainFamily,
  ChainSession,
  ConnectorType,
  WalletTransport,
} from '../core/family.js'
export type { Network, NetworkInput } from '../core/network.js'
export type { ThemeMode, ThemeVariables } from '../core/stores/theme.js'
