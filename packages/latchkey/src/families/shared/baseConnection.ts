import type { NetworkId } from '@latchkey/wire/caip'
import type {
  Account,
  AttachParameters,
  ChainSession,
  WalletTransport,
} from '../../core/connection/family.js'
import { createStore } from '../../core/runtime/createStore.js'
import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import { InvalidRequestError, WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import { createWalletRequester, type WalletRequester } from './walletRequest.js'

export type ConnectionState = {
  readonly accounts: readonly Account[]
  /** The account that requests are sent for. */
  readonly active: Account
  readonly networkId: NetworkId
}

/** The part of a connection that is the same in every chain family. */
export type BaseConnection = {
  /** Sends a request to the wallet, on the active network unless it names another. */
  readonly request: WalletRequester
  readonly clock: Ports['clock']
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
  state(): ConnectionState
  /** The active account first. */
  orderedAccounts(): readonly Account[]
  /** The active address first. */
  addresses(): readonly string[]
  /** Applies a change the wallet reported. An empty account list ends the connection. */
  update(change: { readonly accounts?: readonly Account[]; readonly networkId?: NetworkId }): void
  /** The account of this connection with that address; throws when there is none. */
  getAccount(account: Pick<Account, 'address'>): Account
  /** Called after every change and before the session's listeners. Stops when the connection ends. */
  subscribe(listener: (state: ConnectionState, previous: ConnectionState) => void): void
  /** Listens to the wallet. Stops when the connection ends. */
  onWalletEvent(
    event: Parameters<WalletTransport['on']>[0],
    listener: (data: unknown) => void,
  ): void
  /** Ends the connection because the wallet did, and calls the session's listeners once. */
  handleDisconnect(): void
  readonly session: Pick<ChainSession, 'accounts' | 'networkId' | 'on' | 'use' | 'end'>
}

export function createBaseConnection({
  transport,
  clock,
  initial,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  /** At least one account. */
  readonly initial: { readonly accounts: readonly Account[]; readonly networkId: NetworkId }
}): BaseConnection {
  const [first] = initial.accounts
  if (!first) throw new NotConnectedError()
  const lifetime = new AbortController()
  const listeners = { change: new Set<() => void>(), ended: new Set<() => void>() }
  const subscribers: Parameters<BaseConnection['subscribe']>[0][] = []
  const store = createStore<ConnectionState>({ ...initial, active: first })
  const request = createWalletRequester({ transport, clock, signal: lifetime.signal })
  const stops = [
    store.subscribe((state, previous) => {
      for (const subscriber of subscribers) subscriber(state, previous)
      if (state.accounts === previous.accounts && state.networkId === previous.networkId) return
      for (const listener of [...listeners.change]) listener()
    }),
  ]

  function update({
    accounts: next,
    networkId = store.get().networkId,
  }: Parameters<BaseConnection['update']>[0]) {
    const { accounts, active } = store.get()
    if (!next || isSameAccounts(next, accounts)) return store.set({ networkId })
    if (!next[0]) return handleDisconnect()
    // A wallet lists its selected account first. The site's own choice lasts until that changes.
    const sameActive = next.find(({ address }) => address === active.address)
    const isSameFirst = next[0].address === accounts[0]?.address
    store.set({ accounts: next, networkId, active: (isSameFirst && sameActive) || next[0] })
  }

  function getAccount({ address }: Pick<Account, 'address'>): Account {
    const own = store.get().accounts.find((account) => account.address === address)
    if (!own) throw new InvalidRequestError('account')
    return own
  }

  function orderedAccounts(): readonly Account[] {
    const { active, accounts } = store.get()
    return [active, ...accounts.filter((account) => account !== active)]
  }

  function stop() {
    for (const stopListening of stops) stopListening()
    lifetime.abort(new NotConnectedError())
  }

  function handleDisconnect() {
    if (lifetime.signal.aborted) return
    stop()
    for (const listener of [...listeners.ended]) listener()
  }

  return {
    request: (parameters) => request({ network: store.get().networkId, ...parameters }),
    clock,
    signal: lifetime.signal,
    state: store.get,
    orderedAccounts,
    addresses: () => orderedAccounts().map(({ address }) => address),
    update,
    getAccount,
    subscribe: (listener) => void subscribers.push(listener),
    onWalletEvent: (event, listener) => void stops.push(transport.on(event, listener)),
    handleDisconnect,
    session: {
      accounts: () => store.get().accounts,
      networkId: () => store.get().networkId,
      on(event, listener) {
        listeners[event].add(listener)
        return () => listeners[event].delete(listener)
      },
      use: (account) => store.set({ active: getAccount(account) }),
      async end({ notifyWallet, signal }) {
        if (!lifetime.signal.aborted) stop()
        if (!notifyWallet) return
        const late = () => new WalletTimeoutError('The wallet')
        const options = { limit: limits.disconnectWait, late, signal }
        await withTimeout(clock, options, (aborted) => transport.close(aborted))
      },
    },
  }
}

function isSameAccounts(some: readonly Account[], others: readonly Account[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ address, type }, index) =>
        address === others[index]?.address && type === others[index]?.type,
    )
  )
}

/**
 * Switches a newly connected wallet to the preferred network. If it rejects or cannot, the visitor
 * stays connected on the wallet's network.
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
    await session.end({ notifyWallet: false })
    throw error
  }
}
