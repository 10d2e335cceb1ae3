import type { Namespace } from '@latchkey/wire/caip'
import { refreshProviderData } from '../config/actions/refreshProviderData.js'
import type { Account } from '../connection/family.js'
import { createPairingOffer } from '../pairing/actions/pairingOffer.js'
import { cancelPairing } from '../pairing/actions/startPairing.js'
import { createStore, isolateListener, type ReadableStore } from '../runtime/createStore.js'
import {
  getSearchResult,
  getSearchRows,
  listWallets,
  searchWallets,
  type WalletSearch,
} from '../wallets/actions/searchWallets.js'
import { getWalletListInput } from '../wallets/installedWallets.js'
import { getAllWalletCount, getAllWalletRows, getWalletRows } from '../wallets/walletList.js'
import { getOrCreate, type Widget } from '../widget.js'
import { connectItem } from './connectItem.js'
import { toWalletItem, type WalletItem } from './walletItem.js'

/** State for a site's own wallet list. The same object until something changes. */
export type HeadlessState = {
  /** Stored connections are restored or have failed. */
  readonly isInitialized: boolean
  /** The first list: pairing, recent, installed, featured, custom and recommended wallets. */
  readonly wallets: readonly WalletItem[]
  /** Directory wallets or search results that `fetchWallets` has loaded so far. */
  readonly listed: readonly WalletItem[]
  /** `fetchWallets` is pending. */
  readonly isFetchingWallets: boolean
  /** Whether `fetchWallets` can load more. */
  readonly hasMore: boolean
  /** Number of wallets in the directory, once known. */
  readonly count: number | undefined
  /** Connects a wallet that scans or opens it. Replaced shortly before it expires. */
  readonly pairingUri: string | undefined
  /** A pairing URI is being created. */
  readonly isFetchingUri: boolean
  /** Why the last pairing failed. */
  readonly pairingError: Error | undefined
  /** The wallet of the pending connection attempt. */
  readonly connectingWallet: WalletItem | undefined
}

/** Which wallets of the directory to load. */
export type FetchWalletsOptions = {
  /**
   * Searches by name; the same search again loads its next page. Without it, loads the next page of
   * the directory.
   */
  readonly search?: string | undefined
  /** Only certified wallets of the directory. */
  readonly certified?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Options of `connect`. */
export type ConnectWalletOptions = {
  /** The chain family to connect, for wallets with several. Default: the active one. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

/** The widget without its modal, for sites with their own interface. */
export type Headless = {
  /** The current state. */
  getState(): HeadlessState
  /** Calls back now and after every change. */
  subscribe(listener: (state: HeadlessState) => void): () => void
  /** Loads the next page of the directory, or searches it; `getState().listed` has the result. */
  fetchWallets(options?: FetchWalletsOptions): Promise<void>
  /**
   * Connects a wallet from the lists, or by id. A wallet in the page gets a request. Any other
   * wallet is paired: on phones its app opens, elsewhere show `pairingUri` as a QR code. Some phone
   * apps open this page in their own browser instead, and the visitor continues there.
   *
   * A new call cancels the previous one, which rejects. Rejects with a typed error when the visitor
   * declines, the wallet is unknown or the signal aborts.
   */
  connect(
    wallet: WalletItem | string,
    options?: ConnectWalletOptions,
  ): Promise<{ readonly accounts: readonly Account[] }>
  /**
   * Returns the URI of the current pairing offer, or creates an offer. On phones, call it early:
   * browsers open apps only inside a click, so `connect` needs the URI at that time.
   */
  getPairingUri(options?: { readonly signal?: AbortSignal | undefined }): Promise<string>
  /** Cancels the pairing offer. */
  resetPairingUri(): void
  /** Cancels the pending connection attempt. */
  resetConnectingWallet(): void
}

export type OwnState = {
  readonly query: WalletSearch | undefined
  /** Number of pending fetches. */
  readonly fetching: number
  readonly connecting: WalletItem | undefined
}

/** One per widget, created on first use. */
export function getHeadless(widget: Widget): Headless {
  return getOrCreate(widget, createHeadless)
}

function createHeadless(widget: Widget): Headless {
  const { stores } = widget
  const own = createStore<OwnState>({ query: undefined, fetching: 0, connecting: undefined })
  const offer = getOrCreate(widget, createPairingOffer)
  const { connection, modal, network, pairing, registry, settings } = stores
  const watched = [
    own,
    connection,
    modal,
    network,
    pairing,
    registry,
    settings,
  ] as ReadableStore<unknown>[]
  let last: { readonly states: readonly unknown[]; readonly state: HeadlessState } | undefined
  let attempt: AbortController | undefined

  function getState(): HeadlessState {
    const states = watched.map((store) => store.get())
    if (!last || states.some((state, index) => state !== last?.states[index])) {
      last = { states, state: stateOf(widget, own.get()) }
    }
    return last.state
  }

  void refreshProviderData(widget)
  return {
    getState,
    subscribe(listener) {
      const notify = isolateListener(widget, listener)
      const stops = watched.map((store) => store.subscribe(() => notify(getState())))
      notify(getState())
      return () => {
        for (const stop of stops) stop()
      }
    },
    async fetchWallets({ search = '', certified = false, signal } = {}) {
      const query = { search: search.trim(), certified }
      const isSearch = query.search !== '' || certified
      own.set(({ fetching }) => ({
        query: isSearch ? query : undefined,
        fetching: fetching + 1,
      }))
      try {
        if (!isSearch) await listWallets(widget, { signal })
        else if (widget.ports.provider) await searchWallets(widget, { ...query, signal })
      } finally {
        own.set(({ fetching }) => ({ fetching: fetching - 1 }))
      }
    },
    async connect(wallet, { namespace, signal } = {}) {
      attempt?.abort()
      const mine = new AbortController()
      attempt = mine
      const ending = signal ? AbortSignal.any([signal, mine.signal]) : mine.signal
      const show = (connecting: WalletItem | undefined) => own.set({ connecting })
      try {
        return await connectItem(widget, { wallet, namespace, signal: ending, offer, show })
      } finally {
        if (attempt === mine) show(undefined)
      }
    },
    getPairingUri: ({ signal } = {}) => offer.getUri(signal),
    resetPairingUri: () => cancelPairing(widget),
    resetConnectingWallet() {
      attempt?.abort()
      own.set({ connecting: undefined })
    },
  }
}

function stateOf(widget: Widget, { query, fetching, connecting }: OwnState): HeadlessState {
  const { pairing, registry, settings } = widget.stores
  const input = getWalletListInput(widget)
  const { phase, uri, error } = pairing.get()
  const { directory } = registry.get()
  const items = (rows: ReturnType<typeof getWalletRows>) =>
    rows.map((row) => toWalletItem(widget, row))
  const isUnread = directory === undefined && widget.ports.provider !== undefined
  const listed = items(query ? getSearchRows(input, query) : getAllWalletRows(input))
  const found = query && getSearchResult(input, query)
  return {
    isInitialized: settings.get().isReady,
    wallets: items(getWalletRows(input)),
    listed,
    isFetchingWallets: fetching > 0,
    hasMore: query ? found?.nextPage !== undefined : isUnread || directory?.nextPage !== undefined,
    count: query ? Math.max(listed.length, found?.count ?? 0) : getAllWalletCount(input),
    pairingUri: uri,
    isFetchingUri: phase === 'preparing',
    pairingError: error,
    connectingWallet: connecting,
  }
}
