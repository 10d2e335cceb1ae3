import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { type Hex, parseAccounts, toQuantity } from '@latchkey/wire/rpc/eip155'
import { createStore } from '../../core/createStore.js'
import { withDeadline } from '../../core/deadline.js'
import { NotConnectedError } from '../../core/errors/connection.js'
import { InvalidRequestError, WalletTimeoutError } from '../../core/errors/wallet.js'
import type {
  Account,
  AttachParameters,
  ChainSession,
  LateAnswer,
  WalletTransport,
} from '../../core/family.js'
import * as limits from '../../core/limits.js'
import type { Network } from '../../core/network.js'
import type { Ports } from '../../core/ports.js'
import { checksumAddress } from './address.js'
import { type AskWallet, createAskWallet } from './askWallet.js'
import type { Endpoints } from './endpoints.js'
import { loadPart } from './loadPart.js'
import {
  approvedNetworks,
  type Opening,
  parseEvmNetwork,
  readApproval,
  readNetwork,
} from './opening.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import { createProvider } from './provider.js'
import { switchChain } from './switchChain.js'
import { read } from './walletFault.js'

export type SessionState = {
  readonly accounts: readonly Account[]
  /** The account requests go out with. */
  readonly active: Account
  readonly networkId: NetworkId
}

/** What requests need to know of the connection they go out on. */
export type LiveConnection = {
  readonly ask: AskWallet
  readonly clock: Ports['clock']
  readonly endpoints: Endpoints
  readonly journal: AttachParameters['journal']
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
  /** Reached through pairing, where the wallet does not answer for the chain. */
  readonly isPaired: boolean
  state(): SessionState
  /** The active one first. */
  addresses(): readonly string[]
  networks(): readonly Network[]
  /** Undefined while the wallet is on a network the site did not ask for. */
  activeNetwork(): Network | undefined
  switchNetwork(network: Network, signal: AbortSignal): Promise<void>
  /** The active account in lower case; throws when another one is named. */
  checkAccount(named: Hex | undefined): Hex
  /** The active chain id in hex; throws when another one is named. */
  checkChain(named: string | undefined): Hex
}

/** MetaMask's code for "trying to connect again": the wallet is still there. */
const reconnecting = 1013

export function createSession({
  transport,
  opening,
  networks,
  clock,
  journal,
  endpoints,
}: {
  readonly transport: WalletTransport
  readonly opening: Opening
} & Pick<AttachParameters, 'networks' | 'journal'> &
  Pick<LiveConnection, 'clock' | 'endpoints'>): {
  readonly session: ChainSession
  readonly live: LiveConnection
} {
  const life = new AbortController()
  const listeners = { change: new Set<() => void>(), ended: new Set<() => void>() }
  const typeOf = (address: string) => transport.accountType?.(address) ?? 'eoa'
  const store = createStore<SessionState>(firstState(opening, typeOf))
  const approved = transport.approved?.bind(transport)
  const askAnywhere = createAskWallet({ transport, clock, signal: life.signal })
  const ask: AskWallet = (question) => askAnywhere({ network: store.get().networkId, ...question })

  const live: LiveConnection = {
    ask,
    clock,
    journal,
    endpoints,
    networks,
    signal: life.signal,
    isPaired: approved !== undefined,
    state: store.get,
    addresses() {
      const { active, accounts } = store.get()
      return [active, ...accounts.filter((account) => account !== active)].map(
        (account) => account.address,
      )
    },
    activeNetwork: () => networks().find(({ id }) => id === store.get().networkId),
    switchNetwork,
    checkAccount(named) {
      const address = store.get().active.address.toLowerCase() as Hex
      if (named !== undefined && named !== address) throw new InvalidRequestError('account')
      return address
    },
    checkChain(named) {
      const reference = referenceOf(store.get().networkId)
      if (named !== undefined && named !== reference) throw new InvalidRequestError('network')
      return toQuantity(BigInt(reference))
    },
  }
  /** Nothing of this is needed to connect. */
  const loadRequests = () => {
    life.signal.throwIfAborted()
    return loadPart(import('./siteRequests.js'))
  }
  const { provider, emit } = createProvider(async (method, params) =>
    (await loadRequests()).answerSite(live, method, params),
  )

  const stopWatching = store.subscribe((state, previous) => {
    if (state.accounts !== previous.accounts || state.active !== previous.active) {
      emit('accountsChanged', live.addresses())
    }
    if (state.networkId !== previous.networkId) emit('chainChanged', live.checkChain(undefined))
    if (state.accounts !== previous.accounts || state.networkId !== previous.networkId) {
      for (const listener of [...listeners.change]) listener()
    }
  })

  const stopListening = [
    transport.on('accounts', (data) => {
      const { networkId } = store.get()
      const now = approved
        ? (readApproval(approved(), networkId) ?? { addresses: [], networkId })
        : { addresses: readList(data), networkId }
      if (now.addresses?.length === 0) hangUp()
      else if (now.addresses) adopt(now.addresses, now.networkId)
    }),
    transport.on('network', (data) => {
      const networkId = parseEvmNetwork(data)
      if (networkId === undefined) return
      if (approved && !approvedNetworks(approved()).includes(networkId)) return
      store.set({ networkId })
    }),
    transport.on('disconnect', (data) => {
      if (read(data, 'code') !== reconnecting) hangUp()
    }),
    transport.onLate?.((late) => {
      // Signatures that nobody waits for are good for nothing.
      if (late.method === 'eth_sendTransaction') void recordLate(late)
    }),
  ]

  /** What cannot be recorded now is still on the chain, where the journal's watcher looks for it. */
  async function recordLate(late: LateAnswer): Promise<void> {
    try {
      await (await loadPart(import('./recordLate.js'))).recordLate(live, late)
    } catch {
      return
    }
  }

  function adopt(addresses: readonly Hex[], networkId: NetworkId) {
    const { accounts, active } = store.get()
    const next = toAccounts(addresses, typeOf)
    const isSame =
      next.length === accounts.length &&
      next.every((account, index) => account.address === accounts[index]?.address)
    if (isSame) return store.set({ networkId })
    // A wallet puts the account its user selected first; our own choice lasts until that changes.
    const kept = next.find((account) => account.address === active.address)
    const isSameFirst = next[0]?.address === accounts[0]?.address
    store.set({ accounts: next, networkId, active: (isSameFirst && kept) || (next[0] as Account) })
  }

  function ownAccount({ address }: Account): Account {
    const own = store.get().accounts.find((account) => account.address === address)
    if (!own) throw new InvalidRequestError('account')
    return own
  }

  function finish() {
    stopWatching()
    for (const stop of stopListening) stop?.()
    life.abort(new NotConnectedError())
    emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected'))
  }

  function hangUp() {
    if (life.signal.aborted) return
    finish()
    for (const listener of [...listeners.ended]) listener()
  }

  async function switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const isApproved = () => approvedNetworks(approved?.() ?? noApproval).includes(network.id)
    if (!isApproved()) {
      await switchChain({
        network,
        ask,
        signal,
        isThere: async () =>
          approved ? isApproved() : (await readNetwork(ask, signal)) === network.id,
        nextChange: () => nextChange(AbortSignal.any([life.signal, signal])),
      })
    }
    life.signal.throwIfAborted()
    store.set({ networkId: network.id })
  }

  /** Comes back when the wallet tells of something new, or has had time enough to. */
  async function nextChange(signal: AbortSignal): Promise<void> {
    const enough = new WalletTimeoutError('The wallet')
    const options = { limit: limits.walletSilentWait, late: () => enough, signal }
    const stops: (() => void)[] = []
    try {
      await withDeadline(
        clock,
        options,
        () =>
          new Promise<void>((resolve) => {
            for (const event of ['network', 'accounts'] as const) {
              stops.push(transport.on(event, () => resolve()))
            }
          }),
      )
    } catch (error) {
      if (error !== enough) throw error
    } finally {
      for (const stop of stops) stop()
    }
  }

  const session: ChainSession = {
    provider,
    accounts: () => store.get().accounts,
    networkId: () => store.get().networkId,
    approvedNetworks: () => approved && approvedNetworks(approved()),
    on(event, listener) {
      listeners[event].add(listener)
      return () => listeners[event].delete(listener)
    },
    switchNetwork,
    async signMessage({ message, account, signal }) {
      const { signText } = await loadRequests()
      return signText(live, { text: message, address: ownAccount(account).address, signal })
    },
    async transfer(transfer, options) {
      const { sendTransfer } = await loadRequests()
      ownAccount(transfer.account)
      return sendTransfer(live, transfer, options)
    },
    use(account) {
      store.set({ active: ownAccount(account) })
    },
    async end({ tellWallet, signal }) {
      if (!life.signal.aborted) finish()
      if (!tellWallet) return
      const late = () => new WalletTimeoutError('The wallet')
      const options = { limit: limits.disconnectWait, late, signal }
      await withDeadline(clock, options, (stop) => transport.close(stop))
    },
  }
  return { session, live }
}

const noApproval = { accounts: [], networks: [] }

type TypeOf = (address: string) => Account['type']

function firstState({ addresses, networkId }: Opening, typeOf: TypeOf): SessionState {
  const accounts = toAccounts(addresses, typeOf)
  const [active] = accounts
  if (!active) throw new NotConnectedError()
  return { accounts, active, networkId }
}

function toAccounts(addresses: readonly Hex[], typeOf: TypeOf): readonly Account[] {
  return Array.from(new Set(addresses), (address) => ({
    namespace: 'eip155',
    address: checksumAddress(address),
    type: typeOf(address),
  }))
}

/** The accounts of an event; undefined for garbage, even for garbage that throws. */
function readList(data: unknown): readonly Hex[] | undefined {
  try {
    return parseAccounts(data)
  } catch {
    return undefined
  }
}
