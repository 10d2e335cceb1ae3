import type { NetworkId } from '@latchkey/wire/caip'
import type {
  AttachParameters,
  ChainAdapter,
  ChainSession,
  RequestedNamespace,
  WalletTransport,
} from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import { parseApproval } from '../shared/approval.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { Endpoints } from '../shared/nodes.js'
import { createWalletRequester } from '../shared/walletRequest.js'
import { requestAccounts, solanaIds } from './accounts.js'
import { readAddress } from './address.js'
import type { Commitment } from './commitment.js'
import { currentId, legacyId } from './networkIds.js'
import { createSession } from './session.js'

/** Methods requested from a paired wallet. All of them are optional. */
const walletMethods: readonly string[] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_requestAccounts',
  'solana_getAccounts',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

/** Includes the legacy ids, for wallets that know no others (wire protocols §7.2). */
function pairingNeeds(networks: readonly Network[]): RequestedNamespace {
  const ids = networks.filter(({ namespace }) => namespace === 'solana').map(({ id }) => id)
  return {
    chains: [...ids, ...ids.flatMap((id) => legacyId(id) ?? [])],
    methods: walletMethods,
    events: ['accountsChanged', 'chainChanged'],
  }
}

/** Options of chain reads. */
export type Reading = {
  readonly endpoints: Endpoints
  readonly commitment: Commitment
  readonly preflightCommitment: Commitment
}

/** Solana over any transport. Code that reads the chain is loaded lazily. */
export function createAdapter(reading: Reading): ChainAdapter {
  const loadNodes = () => lazyImport(import('./nodes.js'))
  const loadTransfers = () => lazyImport(import('./transfers.js'))
  return {
    namespace: 'solana',
    pairingNeeds,
    attach: (parameters) => attach(reading, parameters),
    nativeBalance: async (parameters) =>
      (await loadNodes()).nativeBalance({ ...reading, ...parameters }),
    verifyMessage: async (signed) =>
      (await lazyImport(import('./verifyMessage.js'))).verifyMessage(signed),
    transfers: {
      parseRecipient: readAddress,
      async balance({ token, ...parameters }) {
        const context = { ...reading, ...parameters }
        return token.address === undefined
          ? (await loadNodes()).nativeBalance(context)
          : (await loadTransfers()).tokenBalance({ ...context, mint: token.address })
      },
      fee: async (transfer, signal) =>
        (await loadTransfers()).estimateFee({ ...reading, signal, ...transfer }),
      terms: async (transfer, signal) =>
        (await loadTransfers()).readTerms({ ...reading, signal, ...transfer }),
      reserve: async (parameters) =>
        (await loadNodes()).readMinimumBalance({ ...reading, ...parameters, size: 0 }),
      checkSwap: async (built) =>
        (await lazyImport(import('./swaps.js'))).checkSwap({ ...reading, ...built }),
      follow: async (parameters) =>
        (await lazyImport(import('./followTransaction.js'))).followTransaction({
          ...reading,
          ...parameters,
        }),
    },
  }
}

/** Connects to a Solana wallet. */
async function attach(
  reading: Reading,
  parameters: AttachParameters,
): Promise<ChainSession | undefined> {
  const { mode, network, networks, journal, signal } = parameters
  const { clock } = parameters.ports
  const transport = withLegacyIds(parameters.transport)
  const initial = transport.approved
    ? parseApproval(transport.approved(), network.id, solanaIds)
    : await requestInPage()
  signal.throwIfAborted()
  if (!initial) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('solana_requestAccounts')
  }
  return createSession({ transport, initial, networks, clock, journal, reading })

  /** In-page wallets have no active network: the site chooses. */
  async function requestInPage() {
    signal.throwIfAborted()
    const candidates = [network, ...networks().filter(({ namespace }) => namespace === 'solana')]
    const initial = candidates.find(({ id }) => transport.hasNetwork?.(id) !== false)
    if (!initial) {
      if (mode === 'silent') return undefined
      throw new ChainNotSupportedError()
    }
    const request = createWalletRequester({ transport, clock, signal })
    const addresses = await requestAccounts(request, mode)
    return addresses.length > 0 ? { addresses, networkId: initial.id } : undefined
  }
}

/** For a paired wallet that approved only legacy ids: requests use the id it approved. */
function withLegacyIds(transport: WalletTransport): WalletTransport {
  const { approved, onLate } = transport
  if (!approved) return transport
  const approvedId = (id: NetworkId) => {
    const legacy = legacyId(id)
    const { networks } = approved()
    return legacy && !networks.includes(id) && networks.includes(legacy) ? legacy : id
  }
  return {
    ...transport,
    request: ({ network, ...call }, signal) =>
      transport.request({ ...call, ...(network && { network: approvedId(network) }) }, signal),
    ...(onLate && {
      onLate: (listener: Parameters<typeof onLate>[0]) =>
        onLate((late) => {
          const networkId = currentId(late.networkId as NetworkId) ?? late.networkId
          listener({ ...late, networkId })
        }),
    }),
  }
}
