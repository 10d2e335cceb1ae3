import type { Namespace } from '@latchkey/wire/caip'
import { refreshProviderData } from '../config/actions/refreshProviderData.js'
import type { Account } from '../connection/family.js'
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
import { connectItem, createPairingOffer } from './connectItem.js'
import { toWalletItem, type WalletItem } from './walletItem.js'

/** What a wallet list of a site's own has to show. The same object until something changes. */
export type HeadlessState = {
  /** Earlier connections are restored, or found to be gone. */
  readonly isInitialized: boolean
  /** The first list: pairing, recent, installed, featured, the site's own, recommended. */
  readonly wallets: readonly WalletItem[]
  /** What `fetchWallets` has read of the directory so far, or found. */
  readonly listed: readonly WalletItem[]
  readonly isFetchingWallets: boolean
  /** Whether `fetchWallets` has more to read. */
  readonly hasMore: boolean
  /** How many wallets there are to list, once that is known. */
  readonly count: number | undefined
  /** Scanned or followed by a wallet, it connects. Replaced shortly before it runs out. */
  readonly pairingUri: string | undefined
  readonly isFetchingUri: boolean
  /** Why the last pairing led nowhere. */
  readonly pairingError: Error | undefined
  readonly connectingWallet: WalletItem | undefined
}

/** Which part of the directory to read. */
export type FetchWalletsOptions = {
  /** Finds wallets by name, and reads on when asked for the same again; without it the next page of the directory is read. */
  readonly search?: string | undefined
  /** Only wallets with the directory's certificate. */
  readonly certified?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** On which chain family, and until when. */
export type ConnectWalletOptions = {
  /** Of a wallet of several chain families: the one to connect. The active one by default. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

/** The widget without its modal: for sites that draw everything themselves. */
export type Headless = {
  getState(): HeadlessState
  /** Calls back at once, and after every change. */
  subscribe(listener: (state: HeadlessState) => void): () => void
  /** Reads the next page of the directory, or searches it; `getState().listed` shows the result. */
  fetchWallets(options?: FetchWalletsOptions): Promise<void>
  /**
   * Connects a wallet of the lists, or one with that id. One that is in the page is asked; any other is
   * paired with: on a phone its app is opened by its link, elsewhere show `pairingUri` as a code. A few
   * apps on phones open this page in a browser of their own instead, where the visitor goes on.
   * Another call gives up the one before, which rejects.
   * Rejects with a typed error when the visitor refuses, the wallet is unknown or the signal ends it.
   */
  connect(
    wallet: WalletItem | string,
    options?: ConnectWalletOptions,
  ): Promise<{ readonly accounts: readonly Account[] }>
  /**
   * Makes an offer any wallet can take up, or gives the one that stands. Ask ahead on phones: browsers
   * open an app only from within a click, and with the uri at hand `connect` does so at once.
   */
  getPairingUri(options?: { readonly signal?: AbortSignal | undefined }): Promise<string>
  /** Withdraws the offer. */
  resetPairingUri(): void
  /** Gives up the connection under way. */
  resetConnectingWallet(): void
}

export type OwnState = {
  readonly sought: WalletSearch | undefined
  /** Fetches under way. */
  readonly fetching: number
  readonly connecting: WalletItem | undefined
}

/** One per widget, made when a site first asks for it. */
export function getHeadless(widget: Widget): Headless {
  return getOrCreate(widget, createHeadless)
}

function createHeadless(widget: Widget): Headless {
  const { stores } = widget
  const own = createStore<OwnState>({ sought: undefined, fetching: 0, connecting: undefined })
  const offer = createPairingOffer(widget)
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
      const tell = isolateListener(widget, listener)
      const stops = watched.map((store) => store.subscribe(() => tell(getState())))
      tell(getState())
      return () => {
        for (const stop of stops) stop()
      }
    },
    async fetchWallets({ search = '', certified = false, signal } = {}) {
      const sought = { search: search.trim(), certified }
      const isSearch = sought.search !== '' || certified
      own.set(({ fetching }) => ({
        sought: isSearch ? sought : undefined,
        fetching: fetching + 1,
      }))
      try {
        if (!isSearch) await listWallets(widget, { signal })
        else if (widget.ports.provider) await searchWallets(widget, { ...sought, signal })
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

function stateOf(widget: Widget, { sought, fetching, connecting }: OwnState): HeadlessState {
  const { pairing, registry, settings } = widget.stores
  const input = getWalletListInput(widget)
  const { phase, uri, error } = pairing.get()
  const { directory } = registry.get()
  const items = (rows: ReturnType<typeof getWalletRows>) =>
    rows.map((row) => toWalletItem(widget, row))
  const isUnread = directory === undefined && widget.ports.provider !== undefined
  const listed = items(sought ? getSearchRows(input, sought) : getAllWalletRows(input))
  const found = sought && getSearchResult(input, sought)
  return {
    isInitialized: settings.get().isReady,
    wallets: items(getWalletRows(input)),
    listed,
    isFetchingWallets: fetching > 0,
    hasMore: sought ? found?.nextPage !== undefined : isUnread || directory?.nextPage !== undefined,
    count: sought ? Math.max(listed.length, found?.count ?? 0) : getAllWalletCount(input),
    pairingUri: uri,
    isFetchingUri: phase === 'preparing',
    pairingError: error,
    connectingWallet: connecting,
  }
}
