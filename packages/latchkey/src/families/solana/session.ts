import type { NetworkId } from '@latchkey/wire/caip'
import type {
  Account,
  AttachParameters,
  ChainSession,
  LateResponse,
  WalletTransport,
} from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import type { Ports } from '../../core/runtime/ports.js'
import { approvedNetworks, parseApproval } from '../shared/approval.js'
import { type BaseConnection, createBaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { readAccounts, solanaIds } from './accounts.js'
import type { Reading } from './adapter.js'
import { currentId } from './networkIds.js'
import { createProvider } from './provider.js'

/** A connection with what Solana requests need. */
export type SolanaConnection = BaseConnection & {
  readonly reading: Reading
  readonly journal: AttachParameters['journal']
  /** True unless the wallet reports that it lacks the method. */
  hasMethod(method: string): boolean
  /** Only in-page wallets support Sign In With Solana. */
  readonly supportsSignIn: boolean
  /** Undefined while the wallet is on a network the site does not list. */
  activeNetwork(): Network | undefined
}

export function createSession({
  transport,
  initial: { addresses, networkId },
  networks,
  clock,
  journal,
  reading,
}: {
  readonly transport: WalletTransport
  readonly initial: { readonly addresses: readonly string[]; readonly networkId: NetworkId }
  readonly clock: Ports['clock']
  readonly reading: Reading
} & Pick<AttachParameters, 'networks' | 'journal'>): ChainSession {
  const toAccounts = (list: readonly string[]) =>
    Array.from(new Set(list), (address): Account => ({ namespace: 'solana', address, type: 'eoa' }))
  const base = createBaseConnection({
    transport,
    clock,
    initial: { accounts: toAccounts(addresses), networkId },
  })
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && approvedNetworks(approved(), solanaIds)

  const connection: SolanaConnection = {
    ...base,
    reading,
    journal,
    hasMethod: (method) => transport.hasMethod?.(method) !== false,
    supportsSignIn: transport.hasMethod?.('solana_signIn') === true,
    activeNetwork: () => networks().find(({ id }) => id === connection.state().networkId),
  }
  /** Loaded with the first request: connecting does not need it. */
  const loadRequests = () => {
    connection.signal.throwIfAborted()
    return lazyImport(import('./siteRequests.js'))
  }
  const provider = createProvider(connection, loadRequests)

  connection.onWalletEvent('accounts', (data) => {
    const id = connection.state().networkId
    const now = approved
      ? (parseApproval(approved(), id, solanaIds) ?? { addresses: [], networkId: id })
      : { addresses: parseAccountsEvent(data), networkId: id }
    if (now.addresses) {
      connection.update({ accounts: toAccounts(now.addresses), networkId: now.networkId })
    }
  })
  connection.onWalletEvent('network', (data) => {
    const id = typeof data === 'string' ? currentId(data as NetworkId) : undefined
    if (id === undefined || !networks().some((network) => network.id === id)) return
    if (granted()?.includes(id) === false) return
    connection.update({ networkId: id })
  })
  connection.onWalletEvent('disconnect', () => connection.handleDisconnect())
  const stopLate = transport.onLate?.((late) => {
    // A late signature is not sent any more; only transactions the wallet sent itself are recorded.
    if (late.method === 'solana_signAndSendTransaction') void recordLateResponse(late)
  })
  connection.signal.addEventListener('abort', () => stopLate?.())

  /** If this fails, the transaction is still in the account's history. */
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

  return {
    ...connection.session,
    provider,
    approvedNetworks: granted,
    async switchNetwork({ id }, signal) {
      connection.signal.throwIfAborted()
      signal.throwIfAborted()
      // Every request names its network, so the wallet does not have to switch.
      const isSupported = granted()?.includes(id) ?? transport.hasNetwork?.(id) ?? true
      if (!isSupported) throw new ChainNotSupportedError()
      connection.update({ networkId: id })
    },
    async signMessage({ message, account, signal }) {
      const { signText } = await loadRequests()
      return signText(connection, {
        text: message,
        address: connection.getAccount(account).address,
        signal,
      })
    },
    async transfer(transfer, options) {
      connection.signal.throwIfAborted()
      const { sendTransfer } = await lazyImport(import('./transfers.js'))
      connection.getAccount(transfer.account)
      return sendTransfer(connection, transfer, options)
    },
    async sendCalls(request, options) {
      connection.signal.throwIfAborted()
      const { sendSwap } = await lazyImport(import('./swaps.js'))
      connection.getAccount(request.account)
      return sendSwap(connection, request, options)
    },
  }
}

/** The accounts of an event; undefined for anything invalid. */
function parseAccountsEvent(data: unknown): readonly string[] | undefined {
  try {
    return readAccounts(data)
  } catch {
    return undefined
  }
}
