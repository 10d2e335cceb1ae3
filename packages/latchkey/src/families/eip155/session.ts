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
import { approvedNetworks, parseApproval } from '../shared/approval.js'
import { parseOrUndefined } from '../shared/askWallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { type BaseConnection, createBaseConnection } from '../shared/liveConnection.js'
import type { Endpoints } from '../shared/nodes.js'
import { read } from '../shared/walletFault.js'
import { checksumAddress } from './address.js'
import { evmIds, type Opening, parseEvmNetwork, readNetwork } from './opening.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import { createProvider } from './provider.js'
import { switchChain, waitForChange } from './switchChain.js'

/** What requests need to know of the connection they go out on. */
export type EvmConnection = BaseConnection & {
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
  readonly connection: EvmConnection
} {
  const toAccounts = (list: readonly Hex[]) =>
    Array.from(new Set(list), (address): Account => {
      const type = transport.accountType?.(address) ?? 'eoa'
      return { namespace: 'eip155', address: checksumAddress(address), type }
    })
  const initial = { accounts: toAccounts(addresses), networkId }
  const base = createBaseConnection({ transport, clock, initial })
  const { request, state, signal: lifetime } = base
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && approvedNetworks(approved(), evmIds)

  const connection: EvmConnection = {
    ...base,
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
    lifetime.throwIfAborted()
    return lazyImport(import('./siteRequests.js'))
  }
  const { provider, emit } = createProvider(async (method, params) =>
    (await loadRequests()).handleSiteRequest(connection, method, params),
  )

  connection.subscribe((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', connection.addresses())
    }
    if (now.networkId !== before.networkId) emit('chainChanged', connection.checkChain(undefined))
  })
  lifetime.addEventListener('abort', () =>
    emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected')),
  )

  connection.onWalletEvent('accounts', (data) => {
    const id = state().networkId
    const now = approved
      ? (parseApproval(approved(), id, evmIds) ?? { addresses: [], networkId: id })
      : { addresses: parseOrUndefined(parseAccounts, data), networkId: id }
    if (now.addresses) {
      connection.update({ accounts: toAccounts(now.addresses), networkId: now.networkId })
    }
  })
  connection.onWalletEvent('network', (data) => {
    const id = parseEvmNetwork(data)
    if (id === undefined) return
    if (granted()?.includes(id) === false) return
    connection.update({ networkId: id })
  })
  connection.onWalletEvent('disconnect', (data) => {
    if (read(data, 'code') !== reconnecting) connection.handleDisconnect()
  })
  const stopLate = transport.onLate?.((late) => {
    // Signatures that nobody waits for are good for nothing.
    if (late.method === 'eth_sendTransaction') void recordLate(late)
  })
  lifetime.addEventListener('abort', () => stopLate?.())

  /** What cannot be recorded now is still on the chain, where the journal's watcher looks for it. */
  async function recordLate(late: LateAnswer): Promise<void> {
    try {
      await (await lazyImport(import('./recordLate.js'))).recordLate(connection, late)
    } catch {
      return
    }
  }

  let following: Promise<void> | undefined
  /** One look after the other; without the part for it, the next page looks. */
  async function followProposals(): Promise<void> {
    try {
      following ??= lazyImport(import('./proposals.js')).then((part) =>
        part.followProposals(connection),
      )
      await following
    } catch {
      return
    } finally {
      following = undefined
    }
  }
  // An earlier page may have left some.
  if (connection.proposal) connection.followProposals()

  async function switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const isApproved = () => granted()?.includes(network.id) === true
    if (!isApproved()) {
      await switchChain({
        network,
        request,
        signal,
        isSwitched: async () =>
          approved ? isApproved() : (await readNetwork(request, signal)) === network.id,
        waitForChange: () => waitForChange(transport, clock, AbortSignal.any([lifetime, signal])),
      })
    }
    lifetime.throwIfAborted()
    connection.update({ networkId: network.id })
  }

  const session: ChainSession = {
    ...connection.session,
    provider,
    approvedNetworks: granted,
    switchNetwork,
    async signMessage({ message, account, signal }) {
      const { signText } = await loadRequests()
      return signText(connection, {
        text: message,
        address: connection.getAccount(account).address,
        signal,
      })
    },
    async transfer(transfer, options) {
      const { sendTransfer } = await loadRequests()
      connection.getAccount(transfer.account)
      return sendTransfer(connection, transfer, options)
    },
  }
  return { session, connection }
}
