import { referenceOf } from '@latchkey/wire/caip'
import { type Hex, parseAccounts, toQuantity } from '@latchkey/wire/rpc/eip155'
import type {
  Account,
  AttachParameters,
  ChainSession,
  LateAnswer,
  WalletTransport,
} from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import type { Ports } from '../../core/runtime/ports.js'
import { approvedNetworks, readApproval } from '../shared/approval.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createLiveConnection, type LiveConnection } from '../shared/liveConnection.js'
import type { Endpoints } from '../shared/nodes.js'
import { parseSafely } from '../shared/parseSafely.js'
import { read } from '../shared/walletFault.js'
import { checksumAddress } from './address.js'
import { nextChange } from './nextChange.js'
import { evmIds, type Opening, parseEvmNetwork, readNetwork } from './opening.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import { createProvider } from './provider.js'
import { switchChain } from './switchChain.js'

/** What requests need to know of the connection they go out on. */
export type EvmConnection = LiveConnection & {
  readonly endpoints: Endpoints
  readonly journal: AttachParameters['journal']
  /** The wallet does not answer for the chain: the site's nodes do. */
  readonly readsFromNodes: boolean
  /** Present where what the wallet names is not on the chain yet. */
  readonly proposal: WalletTransport['proposal']
  /** Has what the journal holds of those followed until it is settled. */
  followProposals(): void
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
  opening: { addresses, networkId },
  networks,
  clock,
  journal,
  endpoints,
}: {
  readonly transport: WalletTransport
  readonly opening: Opening
  readonly clock: Ports['clock']
  readonly endpoints: Endpoints
} & Pick<AttachParameters, 'networks' | 'journal'>): {
  readonly session: ChainSession
  readonly live: EvmConnection
} {
  const toAccounts = (list: readonly Hex[]) =>
    Array.from(new Set(list), (address): Account => {
      const type = transport.accountType?.(address) ?? 'eoa'
      return { namespace: 'eip155', address: checksumAddress(address), type }
    })
  const opening = { accounts: toAccounts(addresses), networkId }
  const basis = createLiveConnection({ transport, clock, opening })
  const { ask, state, signal: life } = basis
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && approvedNetworks(approved(), evmIds)

  const live: EvmConnection = {
    ...basis,
    journal,
    endpoints,
    networks,
    readsFromNodes: approved !== undefined || transport.readsChain === false,
    proposal: transport.proposal?.bind(transport),
    followProposals: () => void followProposals(),
    activeNetwork: () => networks().find(({ id }) => id === state().networkId),
    switchNetwork,
    checkAccount(named) {
      const address = state().active.address.toLowerCase() as Hex
      if (named !== undefined && named !== address) throw new InvalidRequestError('account')
      return address
    },
    checkChain(named) {
      const reference = referenceOf(state().networkId)
      if (named !== undefined && named !== reference) throw new InvalidRequestError('network')
      return toQuantity(BigInt(reference))
    },
  }
  /** Nothing of this is needed to connect. */
  const loadRequests = () => {
    life.throwIfAborted()
    return lazyImport(import('./siteRequests.js'))
  }
  const { provider, emit } = createProvider(async (method, params) =>
    (await loadRequests()).answerSite(live, method, params),
  )

  live.watch((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', live.addresses())
    }
    if (now.networkId !== before.networkId) emit('chainChanged', live.checkChain(undefined))
  })
  life.addEventListener('abort', () =>
    emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected')),
  )

  live.hear('accounts', (data) => {
    const place = state().networkId
    const now = approved
      ? (readApproval(approved(), place, evmIds) ?? { addresses: [], networkId: place })
      : { addresses: parseSafely(parseAccounts, data), networkId: place }
    if (now.addresses) {
      live.adopt({ accounts: toAccounts(now.addresses), networkId: now.networkId })
    }
  })
  live.hear('network', (data) => {
    const place = parseEvmNetwork(data)
    if (place === undefined) return
    if (granted()?.includes(place) === false) return
    live.adopt({ networkId: place })
  })
  live.hear('disconnect', (data) => {
    if (read(data, 'code') !== reconnecting) live.hangUp()
  })
  const stopLate = transport.onLate?.((late) => {
    // Signatures that nobody waits for are good for nothing.
    if (late.method === 'eth_sendTransaction') void recordLate(late)
  })
  life.addEventListener('abort', () => stopLate?.())

  /** What cannot be recorded now is still on the chain, where the journal's watcher looks for it. */
  async function recordLate(late: LateAnswer): Promise<void> {
    try {
      await (await lazyImport(import('./recordLate.js'))).recordLate(live, late)
    } catch {
      return
    }
  }

  let following: Promise<void> | undefined
  /** One look after the other; without the part for it, the next page looks. */
  async function followProposals(): Promise<void> {
    try {
      following ??= lazyImport(import('./proposals.js')).then((part) => part.followProposals(live))
      await following
    } catch {
      return
    } finally {
      following = undefined
    }
  }
  // An earlier page may have left some.
  if (live.proposal) live.followProposals()

  async function switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const isApproved = () => granted()?.includes(network.id) === true
    if (!isApproved()) {
      await switchChain({
        network,
        ask,
        signal,
        isThere: async () =>
          approved ? isApproved() : (await readNetwork(ask, signal)) === network.id,
        nextChange: () => nextChange(transport, clock, AbortSignal.any([life, signal])),
      })
    }
    life.throwIfAborted()
    live.adopt({ networkId: network.id })
  }

  const session: ChainSession = {
    ...live.session,
    provider,
    approvedNetworks: granted,
    switchNetwork,
    async signMessage({ message, account, signal }) {
      const { signText } = await loadRequests()
      return signText(live, { text: message, address: live.ownAccount(account).address, signal })
    },
    async transfer(transfer, options) {
      const { sendTransfer } = await loadRequests()
      live.ownAccount(transfer.account)
      return sendTransfer(live, transfer, options)
    },
  }
  return { session, live }
}
