import type { Namespace } from '@latchkey/wire/caip'
import type { Endpoint, InputOf, ResponseOf } from '@latchkey/wire/http/endpoint'

/** Everything the widget needs from its environment; tests replace it. */
export type Ports = {
  /** Never throws: blocked, full or corrupt storage reads as empty and writes as nothing. */
  readonly storage: {
    /** Untrusted text: the modules that use an item parse it. Empty items read as undefined. */
    get(key: StorageKey): string | undefined
    set(key: StorageKey, value: string): void
    remove(key: StorageKey): void
    /** The keys of all items of one kind. */
    keys(prefix: typeof journalPrefix): readonly StorageKey[]
    /** Another tab of this site changed a value. */
    watch(listener: (key: StorageKey) => void): () => void
  }
  readonly clock: {
    now(): number
    /** Rejects with the signal's reason when aborted. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>
  }
  readonly system: {
    /** Runs when the page is idle. */
    whenIdle(run: () => void): void
    /** The visitor prefers to save data. */
    savesData(): boolean
    prefersDark(): boolean
    watchPrefersDark(listener: () => void): () => void
  }
  /** Set when the engine is loaded; not needed before. */
  page: {
    /** Read once per page. */
    readonly device: Device
    openLink(url: string, target: '_self' | '_blank' | '_top'): void
    /** Opens a popup; call it inside a click. Undefined when the browser blocks it. */
    openPopup(
      url: string,
      options: {
        readonly width: number
        readonly height: number
        /** The popup gets no reference to this page. */
        readonly noOpener?: boolean | undefined
      },
    ): Popup | undefined
    /** False if the device is known to be offline. */
    isOnline(): boolean
    /** The page's URL. */
    address(): string
    /** Leaves this page for another URL. */
    navigate(url: string): void
    /**
     * Waits for a lock shared by all tabs of the site; the result releases it, and so does
     * unloading. Browsers have no locks on pages without TLS: there it resolves at once.
     */
    lock(name: string, signal?: AbortSignal): Promise<() => void>
    /** Throws when the page may not write to the clipboard. */
    copyText(text: string): Promise<void>
    /** Name, description, address and icon of the page, for wallets to show. */
    metadata(): { name: string; description: string; url: string; icons: string[] }
  }
  /** The modal's element, which contains the login frame. Set together with the modal. */
  modalElement?: (() => HTMLElement) | undefined
  /** Undefined when the site has no provider. */
  readonly provider?: ProviderPort | undefined
  /** Buffers lines for bug reports once the engine is loaded. */
  log: {
    /** Buffered only, not written to the console. */
    info?(message: string): void
    warn(message: string, cause?: unknown): void
    error(message: string, cause?: unknown): void
    /** The newest lines, about a megabyte at most. */
    read?(): string
  }
}

/** A popup the page opened. Its content is not trusted. */
export type Popup = {
  navigate(url: string): void
  close(): void
  /** Also true when the popup cut its link to this page (opener policy). */
  isClosed(): boolean
  /** True once it shows a page of another origin. */
  hasLeft(): boolean
  /** Messages the popup sends while it shows a page of that origin. */
  onMessage(origin: string, listener: (data: unknown) => void, signal: AbortSignal): void
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** As in `fetch`: sent once, also while the page unloads. */
  readonly keepalive?: boolean
}

/** The site's provider; its code is loaded with the first call. */
export type ProviderPort = {
  /** Rejects with a `ProviderError`, or with the signal's reason when aborted. */
  call<const endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
    options?: CallOptions,
  ): Promise<ResponseOf<endpoint>>
  /** The URL for an `img` element of an image endpoint. */
  getUrl<const endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
  ): Promise<string>
  /** Runs whenever the page is hidden or unloaded, until the signal aborts. */
  onPageHide(run: () => void, signal: AbortSignal): Promise<void>
  /** Resolves when they are loaded, or after a limit (specification §9). Never rejects. */
  preloadImages(addresses: readonly string[]): Promise<void>
}

export type Device = {
  readonly isMobile: boolean
  readonly isIos: boolean
  readonly isAndroid: boolean
  readonly isSafari: boolean
  readonly isTelegram: boolean
  /**
   * A browser inside another app (Instagram, TikTok): `intents` if it passes Android intents on. Telegram
   * is not one of them.
   */
  readonly inApp?: 'intents' | 'other' | undefined
  readonly isIframe: boolean
}

/** One item per transaction: tabs that write at the same time cannot undo each other's. */
export const journalPrefix = 'transactions_journal:'

/** Items in the visitor's storage, without the prefix that `services/storage` adds. */
export type StorageKey =
  | 'native_balance_cache'
  | 'portfolio_cache'
  | 'identity_cache'
  | 'ens_cache'
  | `${typeof journalPrefix}${string}`
  | 'receivers_journal'
  /** Permissions that were granted here. */
  | 'smart_sessions'
  /** Purchases that were started here. */
  | 'onramp_purchases'
  | 'recent_wallets'
  /** Wallets that were connected, and ids of those the visitor disconnected. */
  | 'connections'
  | 'disconnected_connector_ids'
  /** The social log-in of the connection, and the one a redirect is pending for. */
  | 'connected_social'
  | 'social_provider'
  /** When and for which log-in that was. */
  | 'social_return_cache'
  | 'active_namespace'
  | 'active_caip_network_id'
  | 'connected_namespaces'
  | 'connection_status'
  /** When the pending pairing offer expires, in milliseconds since the epoch. */
  | 'pairing_pending'
  /** The wallet app to bring to the front for requests. */
  | 'pairing_return_link'
  | `${Namespace}:connected_connector_id`
  /** The account the visitor chose, with the wallet's first account at that time. */
  | `${Namespace}:account_choice_cache`
  /** The network of a family while another family is active. */
  | `${Namespace}:network_cache`
  /** Wallet data that cannot be read again without a prompt. */
  | `${Namespace}:told_cache`
  /** Sessions of sign-in with a wallet, and the provider's tokens for them. */
  | 'siwx'
  | 'siwx-auth-token'
  | 'siwx-nonce-token'
  /** Items of the embedded wallet, by the names other tools know. */
  | `@appkit-wallet/${LoginItem}`

export type LoginItem =
  | 'EMAIL_LOGIN_USED_KEY'
  | 'EMAIL'
  | 'SOCIAL_USERNAME'
  | 'LAST_USED_CHAIN_KEY'
  | 'LAST_EMAIL_LOGIN_TIME'
  | 'SMART_ACCOUNT_ENABLED_NETWORKS'

export type StorageItems = { readonly [key in StorageKey]: string }
