import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { ConnectorId } from '../connection/family.js'

/** What is kept in the visitor's browser, by name. The prefix and format are the storage service's. */
export type StorageItems = {
  /** Kept as text for the modules that alone can read them, so that no page loads their formats. */
  native_balance_cache: string
  portfolio_cache: string
  identity_cache: string
  ens_cache: string
  transactions_journal: string
  receivers_journal: string
  recent_wallets: string
  /** Wallets that were connected, and those of them the visitor left. */
  connections: string
  disconnected_connector_ids: string
  /** The social login the connection is by, and the one the page was sent away for. */
  connected_social: string
  social_provider: string
  /** When and for which login that was. */
  social_return_cache: string

  active_namespace: Namespace
  active_caip_network_id: NetworkId
  connected_namespaces: readonly Namespace[]
  connection_status: 'connected' | 'disconnected'
  /** Until when an offer made by pairing can still be taken up, in milliseconds since the epoch. */
  pairing_pending: number
  /** The wallet app to bring to the front for requests. */
  pairing_return_link: string
} & { [key in `${Namespace}:connected_connector_id`]: ConnectorId } & {
  /** What the embedded wallet remembers, by the names other tools of the page know. */
  [key in `@appkit-wallet/${LoginItem}`]: string
} & {
  /** Which of a wallet's accounts the visitor chose: the wallet's first one then, and the chosen one. */
  [key in `${Namespace}:account_choice_cache`]: string
} & {
  /** Where a family was left while another was the active one. */
  [key in `${Namespace}:network_cache`]: string
} & {
  /** What wallets told that cannot be asked without bothering their user. */
  [key in `${Namespace}:told_cache`]: string
}

export type LoginItem =
  | 'EMAIL_LOGIN_USED_KEY'
  | 'EMAIL'
  | 'SOCIAL_USERNAME'
  | 'LAST_USED_CHAIN_KEY'
  | 'LAST_EMAIL_LOGIN_TIME'
  | 'SMART_ACCOUNT_ENABLED_NETWORKS'

export type StorageKey = keyof StorageItems
