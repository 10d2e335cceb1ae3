import { referenceOf } from '@latchkey/wire/caip'
import { type Hex, parseAccounts, toQuantity } from '@latchkey/wire/rpc/eip155'
import type {
  Account,
  AttachParameters,
  ChainSession,
  LateResponse,
  WalletTransport,
} from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import type { Ports } from '../../core/runtime/ports.js'
import { approvedNetworks, parseApproval } from '../shared/approval.js'
import { type BaseConnection, createBaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { Endpoints } from '../shared/nodes.js'
import { readProperty } from '../shared/walletError.js'
import { parseOrUndefined } from '../shared/walletRequest.js'
import { evmIds, type InitialAccounts, parseEvmNetwork, readNetwork } from './accounts.js'
import { checksumAddress } from './address.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import { createProvider } from './provider.js'
import { switchChain, waitForChange } from './switchChain.js'

/** A connection with what EVM requests need. */
export type EvmConnection = BaseConnection & {
  readonly endpoints: Endpoints
  readonly journal: AttachParameters['journal']
  /** Chain reads go to the site's nodes, not to the wallet. */
  readonly readsFromNodes: boolean
  /** Whether the wallet supports a method; undefined if only a request can tell. */
  hasMethod(method: string): boolean | undefined
  /** Present where the wallet's id for a transaction is not the chain's (Safe). */
  readonly proposal: WalletTransport['proposal']
  /** Follows open proposals of the journal until they settle. */
  followProposals(): void
  networks(): readonly Network[]
  /** Undefined while the wallet is on a network the site does not list. */
  activeNetwork(): Network | undefined
  switchNetwork(network: Network, signal: AbortSignal): Promise<void>
  /** The active account in lower case; throws when another one is named. */
  checkAccount(named: Hex | undefined): Hex
  /** The active chain id in hex; throws when another one is named. */
  checkChain(named: string | undefined): Hex
}

/** MetaMask's code while it reconnects: the wallet is still connected. */
const reconnecting = 1013

export function createSession({
  transport,
  initial: { addresses, networkId },
  networks,
  clock,
  journal,
  endpoints,
}: {
  readonly transport: WalletTransport
  readonly initial: InitialAccounts
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
  const base = createBaseConnection({
    transport,
    clock,
    initial: { accounts: toAccounts(addresses), networkId },
  })
  const { request, state, signal: lifetime } = base
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && approvedNetworks(approved(), evmIds)

  const connection: EvmConnection = {
    ...base,
    journal,
    endpoints,
    networks,
    readsFromNodes: approved !== undefined || transport.readsChain === false,
    hasMethod: (method) => transport.hasMethod?.(method),
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
  /** Loaded with the first request: connecting does not need it. */
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
    if (readProperty(data, 'code') !== reconnecting) connection.handleDisconnect()
  })
  const stopLate = transport.onLate?.((late) => {
    // A late signature has no use.
    if (late.method === 'eth_sendTransaction') void recordLateResponse(late)
  })
  lifetime.addEventListener('abort', () => stopLate?.())

  /** If this fails, the journal still finds the transaction on the chain. */
  async function recordLateResponse(late: LateResponse): Promise<void> {
    try {
      await (await lazyImport(import('./recordLateResponse.js'))).recordLateResponse(
        connection,
        late,
      )
    } catch {
      return
    }
  }

  let following: Promise<void> | undefined
  /** One run at a time. If it cannot load, the next page follows them. */
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
  // An earlier page may have left open proposals.
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

  async function loadPermissions() {
    lifetime.throwIfAborted()
    const { createPermissionRequests } = await lazyImport(import('./permissionRequests.js'))
    return createPermissionRequests(connection)
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
    sendCalls: async (request, options) =>
      (await loadRequests()).sendCalls(connection, request, options),
    canBatch: async (signal) => (await loadRequests()).canBatch(connection, signal),
    feeTokens: async (signal) => (await loadRequests()).readFeeTokens(connection, signal),
    permissions: {
      support: async (network, signal) => (await loadPermissions()).support(network, signal),
      list: async (network, signal) => (await loadPermissions()).list(network, signal),
      grant: async (request, network) => (await loadPermissions()).grant(request, network),
      revoke: async (params, network) => (await loadPermissions()).revoke(params, network),
    },
    readBatch: async (id, signal) => (await loadRequests()).readBatch(connection, id, signal),
  }
  return { session, connection }
}
