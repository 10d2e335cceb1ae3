import type { NetworkId } from '@latchkey/wire/caip'
import type {
  Account,
  AttachParameters,
  ChainSession,
  WalletTransport,
} from '../../core/connection/family.js'
import { createStore } from '../../core/runtime/createStore.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import { InvalidRequestError, WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { type AskWallet, createAskWallet } from './askWallet.js'

export type LiveState = {
  readonly accounts: readonly Account[]
  /** The account requests go out with. */
  readonly active: Account
  readonly networkId: NetworkId
}

/** What a connection starts with: at least one account. */
export type Opening = { readonly accounts: readonly Account[]; readonly networkId: NetworkId }

/** A connection while it lasts: what every chain family keeps of one, and how it ends. */
export type LiveConnection = {
  /** Asks the wallet about the active network unless the question names another. */
  readonly ask: AskWallet
  readonly clock: Ports['clock']
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
  state(): LiveState
  /** All of them, the active one first. */
  ranked(): readonly Account[]
  addresses(): readonly string[]
  /** Takes what the wallet tells of itself now. No accounts at all ends the connection. */
  adopt(now: { readonly accounts?: readonly Account[]; readonly networkId?: NetworkId }): void
  /** The account of this connection with that address; throws when there is none. */
  ownAccount(account: Pick<Account, 'address'>): Account
  /** Called after every change, before the session's listeners, until the connection ends. */
  watch(listener: (state: LiveState, previous: LiveState) => void): void
  /** Listens to the wallet until the connection ends. */
  hear(event: Parameters<WalletTransport['on']>[0], listener: (data: unknown) => void): void
  /** The wallet is gone: the session's listeners are told, once. */
  hangUp(): void
  /** The part of the session that is the same for every family. */
  readonly session: Pick<ChainSession, 'accounts' | 'networkId' | 'on' | 'use' | 'end'>
}

export function createLiveConnection({
  transport,
  clock,
  opening: { accounts: first, networkId: start },
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  readonly opening: Opening
}): LiveConnection {
  if (!first[0]) throw new NotConnectedError()
  const life = new AbortController()
  const listeners = { change: new Set<() => void>(), ended: new Set<() => void>() }
  const watchers: Parameters<LiveConnection['watch']>[0][] = []
  const store = createStore<LiveState>({ accounts: first, active: first[0], networkId: start })
  const ask = createAskWallet({ transport, clock, signal: life.signal })
  const stops = [
    store.subscribe((state, previous) => {
      for (const watcher of watchers) watcher(state, previous)
      if (state.accounts === previous.accounts && state.networkId === previous.networkId) return
      for (const listener of [...listeners.change]) listener()
    }),
  ]

  function adopt({
    accounts: told,
    networkId = store.get().networkId,
  }: Parameters<LiveConnection['adopt']>[0]) {
    const { accounts, active } = store.get()
    if (!told || isSameList(told, accounts)) return store.set({ networkId })
    if (!told[0]) return hangUp()
    // A wallet puts the account its user selected first; our own choice lasts until that changes.
    const kept = told.find(({ address }) => address === active.address)
    const isSameFirst = told[0].address === accounts[0]?.address
    store.set({ accounts: told, networkId, active: (isSameFirst && kept) || told[0] })
  }

  function ownAccount({ address }: Pick<Account, 'address'>): Account {
    const own = store.get().accounts.find((account) => account.address === address)
    if (!own) throw new InvalidRequestError('account')
    return own
  }

  function ranked(): readonly Account[] {
    const { active, accounts } = store.get()
    return [active, ...accounts.filter((account) => account !== active)]
  }

  function finish() {
    for (const stop of stops) stop()
    life.abort(new NotConnectedError())
  }

  function hangUp() {
    if (life.signal.aborted) return
    finish()
    for (const listener of [...listeners.ended]) listener()
  }

  return {
    ask: (question) => ask({ network: store.get().networkId, ...question }),
    clock,
    signal: life.signal,
    state: store.get,
    ranked,
    addresses: () => ranked().map(({ address }) => address),
    adopt,
    ownAccount,
    watch: (listener) => void watchers.push(listener),
    hear: (event, listener) => void stops.push(transport.on(event, listener)),
    hangUp,
    session: {
      accounts: () => store.get().accounts,
      networkId: () => store.get().networkId,
      on(event, listener) {
        listeners[event].add(listener)
        return () => listeners[event].delete(listener)
      },
      use: (account) => store.set({ active: ownAccount(account) }),
      async end({ tellWallet, signal }) {
        if (!life.signal.aborted) finish()
        if (!tellWallet) return
        const late = () => new WalletTimeoutError('The wallet')
        const options = { limit: limits.disconnectWait, late, signal }
        await withDeadline(clock, options, (stop) => transport.close(stop))
      },
    },
  }
}

function isSameList(some: readonly Account[], others: readonly Account[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ address, type }, index) =>
        address === others[index]?.address && type === others[index]?.type,
    )
  )
}

/**
 * Has a wallet that was just let in move to the network the site wants. Where it refuses or cannot, the
 * visitor stays connected on the network it is on.
 */
export async function switchToPreferredNetwork(
  session: ChainSession,
  { transport, mode, network, signal }: AttachParameters,
): Promise<void> {
  // A paired wallet has chosen its networks already.
  const isElsewhere = session.networkId() !== network.id && !transport.approved
  if (mode !== 'ask' || !isElsewhere) return
  try {
    await session.switchNetwork(network, signal)
  } catch (error) {
    if (!signal.aborted && !(error instanceof NotConnectedError)) return
    await session.end({ tellWallet: false })
    throw error
  }
}
