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
import { approvedNetworks, readApproval } from '../shared/approval.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createLiveConnection, type LiveConnection } from '../shared/liveConnection.js'
import type { Reading } from './adapter.js'
import { presentId } from './chains.js'
import { readAccounts, solanaIds } from './opening.js'
import { createProvider } from './provider.js'

/** What requests need to know of the connection they go out on. */
export type SolanaConnection = LiveConnection & {
  readonly reading: Reading
  readonly journal: AttachParameters['journal']
  /** False only where the wallet says so itself. */
  hasMethod(method: string): boolean
  /** Only wallets in the page can sign in, and they say so. */
  readonly tellsSignIn: boolean
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
  const opening = { accounts: toAccounts(addresses), networkId }
  const basis = createLiveConnection({ transport, clock, opening })
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && approvedNetworks(approved(), solanaIds)

  const live: SolanaConnection = {
    ...basis,
    reading,
    journal,
    hasMethod: (method) => transport.hasMethod?.(method) !== false,
    tellsSignIn: transport.hasMethod?.('solana_signIn') === true,
    activeNetwork: () => networks().find(({ id }) => id === live.state().networkId),
  }
  /** Nothing of this is needed to connect. */
  const loadRequests = () => {
    live.signal.throwIfAborted()
    return lazyImport(import('./siteRequests.js'))
  }
  const provider = createProvider(live, loadRequests)

  live.hear('accounts', (data) => {
    const place = live.state().networkId
    const now = approved
      ? (readApproval(approved(), place, solanaIds) ?? { addresses: [], networkId: place })
      : { addresses: readTold(data), networkId: place }
    if (now.addresses) {
      live.adopt({ accounts: toAccounts(now.addresses), networkId: now.networkId })
    }
  })
  live.hear('network', (data) => {
    const place = typeof data === 'string' ? presentId(data as NetworkId) : undefined
    if (place === undefined || !networks().some(({ id }) => id === place)) return
    if (granted()?.includes(place) === false) return
    live.adopt({ networkId: place })
  })
  live.hear('disconnect', () => live.hangUp())
  const stopLate = transport.onLate?.((late) => {
    // What was only signed was not sent, and what nobody waits for is not sent any more.
    if (late.method === 'solana_signAndSendTransaction') void recordLate(late)
  })
  live.signal.addEventListener('abort', () => stopLate?.())

  /** What cannot be recorded now is still on the chain, and in the account's history. */
  async function recordLate(late: LateAnswer): Promise<void> {
    try {
      await (await lazyImport(import('./recordLate.js'))).recordLate(live, late)
    } catch {
      return
    }
  }

  return {
    ...live.session,
    provider,
    approvedNetworks: granted,
    async switchNetwork({ id }, signal) {
      live.signal.throwIfAborted()
      signal.throwIfAborted()
      // Requests name their network, so there is nothing to ask the wallet for.
      const isThere = granted()?.includes(id) ?? transport.hasNetwork?.(id) ?? true
      if (!isThere) throw new ChainNotSupportedError()
      live.adopt({ networkId: id })
    },
    async signMessage({ message, account, signal }) {
      const { signText } = await loadRequests()
      return signText(live, { text: message, address: live.ownAccount(account).address, signal })
    },
    async transfer(transfer, options) {
      live.signal.throwIfAborted()
      const { sendTransfer } = await lazyImport(import('./transfers.js'))
      live.ownAccount(transfer.account)
      return sendTransfer(live, transfer, options)
    },
  }
}

/** The accounts of an event; undefined for garbage, even for garbage that throws. */
function readTold(data: unknown): readonly string[] | undefined {
  try {
    return readAccounts(data)
  } catch {
    return undefined
  }
}
