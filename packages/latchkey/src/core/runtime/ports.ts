import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { AnswerOf, Endpoint, InputOf } from '@latchkey/wire/http/endpoint'
import type { ConnectorId } from '../connection/family.js'

/** Everything the widget needs from outside, so that a test can stand in for the world. */
export type Ports = {
  /** Never throws: blocked, full or corrupt storage reads as empty and writes as nothing. */
  readonly storage: {
    get<key extends StorageKey>(key: key): StorageItems[key] | undefined
    set<key extends StorageKey>(key: key, value: StorageItems[key]): void
    remove(key: StorageKey): void
    /** Another tab of this site changed a value. */
    watch(listener: (key: StorageKey) => void): () => void
  }
  readonly clock: {
    now(): number
    /** Rejects with the signal's reason when aborted. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>
  }
  readonly system: {
    /** Runs once the page has nothing better to do. */
    whenIdle(run: () => void): void
    /** The visitor asked for few bytes. */
    savesData(): boolean
    prefersDark(): boolean
    watchPrefersDark(listener: () => void): () => void
  }
  /** Put in place by the engine, which fetches it: nothing before has use for it. */
  page: {
    /** What kind of device and browser this is; read once per page. */
    readonly device: Device
    openLink(url: string, target: '_self' | '_blank' | '_top'): void
    /** Opens a window in front of the page, in the press that asks for it; undefined where none opens. */
    openPopup(
      url: string,
      size: { readonly width: number; readonly height: number },
    ): Popup | undefined
    /** The page's own address. */
    address(): string
    /** Goes elsewhere in this very page. */
    leaveFor(url: string): void
    /**
     * Waits until no other tab of the site holds the lock; the answer releases it, and so does the end of
     * the page. Browsers have none on pages without TLS: there it is free at once.
     */
    lock(name: string, signal?: AbortSignal): Promise<() => void>
    /** Throws when the page may not write to the clipboard. */
    copyText(text: string): Promise<void>
    /** Name, description, address and icon of the page, for wallets to show. */
    metadata(): { name: string; description: string; url: string; icons: string[] }
  }
  /** The modal's element, where the login frame goes: put in place with it. */
  modalElement?: (() => HTMLElement) | undefined
  /** Undefined where the site has no provider: everything else works without. */
  readonly provider?: ProviderPort | undefined
  /** With what it keeps for a bug report from the engine on. */
  log: {
    /** Kept, and not shown. */
    info?(message: string): void
    warn(message: string, cause?: unknown): void
    error(message: string, cause?: unknown): void
    /** The newest lines, about a megabyte at most. */
    read?(): string
  }
}

/** A window the page opened. What it shows may belong to anybody. */
export type Popup = {
  go(url: string): void
  close(): void
  /** Also true for a window that merely cut its ties to this page. */
  isClosed(): boolean
  /** What the window says while it shows a page of that origin, until the signal aborts. */
  onMessage(origin: string, listener: (data: unknown) => void, signal: AbortSignal): void
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** The page may be gone before the answer: sent once, and so that it arrives all the same. */
  readonly isLast?: boolean
}

/** The site's provider. Fetched with the first call. */
export type ProviderPort = {
  /** Rejects with a `ProviderError`, or with the signal's reason when aborted. */
  call<const endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
    options?: CallOptions,
  ): Promise<AnswerOf<endpoint>>
  /** Where an `img` element finds the image of such an endpoint. */
  addressOf<const endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
  ): Promise<string>
  /** Runs whenever the page is about to be left, perhaps for good, until the signal aborts. */
  beforeLeaving(run: () => void, signal: AbortSignal): Promise<void>
  /** Resolves once they are there, or have had long enough (specification §9). Never rejects. */
  preloadImages(addresses: readonly string[]): Promise<void>
}

export type Device = {
  readonly isMobile: boolean
  readonly isIos: boolean
  readonly isAndroid: boolean
  readonly isSafari: boolean
  readonly isTelegram: boolean
  readonly isIframe: boolean
}

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
