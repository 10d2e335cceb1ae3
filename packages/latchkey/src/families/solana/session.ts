import type { NetworkId } from '@latchkey/wire/caip'
import type {
  Account,
  AttachParameters,
  ChainSession,
  LateAnswer,
  WalletTransport,
} from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import type { Ports } from '../../core/runtime/ports.js'
import { approvedNetworks, parseApproval } from '../shared/approval.js'
import { lazyImport } from '../shared/lazyImport.js'
import { type BaseConnection, createBaseConnection } from '../shared/baseConnection.js'
import type { Reading } from './adapter.js'
import { currentId } from './networkIds.js'
import { readAccounts, solanaIds } from './accounts.js'
import { createProvider } from './provider.js'

/** What requests need to know of the connection they go out on. */
export type SolanaConnection = BaseConnection & {
  readonly reading: Reading
  readonly journal: AttachParameters['journal']
  /** False only where the wallet says so itself. */
  hasMethod(method: string): boolean
  /** Only wallets in the page can sign in, and they say so. */
  readonly supportsSignIn: boolean
  /** Undefined while the wallet is on a network the site did not ask for. */
  activeNetwork(): Network | undefined
}

export function createSession({
  transport,
  opening: { addresses, networkId },
  networks,
  clock,
  journal,
  reading,
}: {
  readonly transport: WalletTransport
  readonly opening: { readonly addresses: readonly string[]; readonly networkId: NetworkId }
  readonly clock: Ports['clock']
  readonly reading: Reading
} & Pick<AttachParameters, 'networks' | 'journal'>): ChainSession {
  const toAccounts = (list: readonly string[]) =>
    Array.from(new Set(list), (address): Account => ({ namespace: 'solana', address, type: 'eoa' }))
  const initial = { accounts: toAccounts(addresses), networkId }
  const base = createBaseConnection({ transport, clock, initial })
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
  /** Nothing of this is needed to connect. */
  const loadRequests = () => {
    connection.signal.throwIfAborted()
    return lazyImport(import('./siteRequests.js'))
  }
  const provider = createProvider(connection, loadRequests)

  connection.onWalletEvent('accounts', (data) => {
    const id = connection.state().networkId
    const now = approved
      ? (parseApproval(approved(), id, solanaIds) ?? { addresses: [], networkId: id })
      : { addresses: parseReported(data), networkId: id }
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
    // What was only signed was not sent, and what nobody waits for is not sent any more.
    if (late.method === 'solana_signAndSendTransaction') void recordLateResponse(late)
  })
  connection.signal.addEventListener('abort', () => stopLate?.())

  /** What cannot be recorded now is still on the chain, and in the account's history. */
  async function recordLateResponse(late: LateAnswer): Promise<void> {
    try {
      await (await lazyImport(import('./recordLateResponse.js'))).recordLateResponse(connection, late)
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
      // Requests name their network, so there is nothing to ask the wallet for.
      const isThere = granted()?.includes(id) ?? transport.hasNetwork?.(id) ?? true
      if (!isThere) throw new ChainNotSupportedError()
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
  }
}

/** The accounts of an event; undefined for garbage, even for garbage that throws. */
function parseReported(data: unknown): readonly string[] | undefined {
  try {
    return readAccounts(data)
  } catch {
    return undefined
  }
}
