import type { AttachParameters, ChainAdapter, ChainSession } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import { parseApproval } from '../shared/approval.js'
import { switchToPreferredNetwork } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { Endpoints } from '../shared/nodes.js'
import { createWalletRequester } from '../shared/walletRequest.js'
import { evmIds, pairingNeeds, requestAccounts } from './accounts.js'
import { parseRecipient } from './address.js'
import type { Eip155Options } from './index.js'
import { createSession } from './session.js'
import type { watchPending as WatchPendingPart } from './watchPending.js'

export { inPageTransport } from './inPageTransport.js'

/** EVM chains over any transport. Code that reads the chain is loaded lazily. */
export function createAdapter(endpoints: Endpoints, options: Eip155Options = {}): ChainAdapter {
  const loadTransfers = () => lazyImport(import('./transfers.js'))
  return {
    namespace: 'eip155',
    pairingNeeds,
    attach: (parameters) => attach(endpoints, options, parameters),
    nativeBalance: async (parameters) =>
      (await lazyImport(import('./nodes.js'))).nativeBalance({ endpoints, ...parameters }),
    verifyMessage: async (parameters) =>
      (await lazyImport(import('./verifyMessage.js'))).verifyMessage({ endpoints, ...parameters }),
    permissions: async () =>
      (await lazyImport(import('./permissions.js'))).createPermissionReading(endpoints),
    transfers: {
      parseRecipient: parseRecipient,
      balance: async (parameters) =>
        (await loadTransfers()).readBalance({ endpoints, ...parameters }),
      fee: async (transfer, signal) =>
        (await loadTransfers()).estimateFee({ endpoints, signal, ...transfer }),
      allowance: async (parameters) =>
        (await loadTransfers()).readAllowance({ endpoints, ...parameters }),
      simulate: async (parameters) =>
        (await loadTransfers()).simulateCall({ endpoints, ...parameters }),
      toCall: async (transfer) => (await loadTransfers()).toTransferCall(transfer),
      follow: async (parameters) =>
        (await loadTransfers()).followTransaction({ endpoints, ...parameters }),
      find: async (parameters) =>
        (await loadTransfers()).findTransaction({ endpoints, ...parameters }),
    },
  }
}

/** Connects to an EVM wallet. */
async function attach(
  endpoints: Endpoints,
  { pendingTransactionsFilter }: Eip155Options,
  parameters: AttachParameters,
): Promise<ChainSession | undefined> {
  const { transport, mode, network, networks, journal, onHoldingsChange, signal } = parameters
  const { clock } = parameters.ports
  const initial = transport.approved
    ? parseApproval(transport.approved(), network.id, evmIds)
    : await requestAccounts(createWalletRequester({ transport, clock, signal }), mode)
  signal.throwIfAborted()
  if (!initial) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('eth_requestAccounts')
  }
  const { session, connection } = createSession({
    transport,
    initial,
    networks,
    clock,
    journal,
    endpoints,
  })
  if (pendingTransactionsFilter?.enable && onHoldingsChange) {
    void watchPending(connection, { ...pendingTransactionsFilter, onHoldingsChange })
  }
  await switchToPreferredNetwork(session, parameters)
  return session
}

/** Stops with the connection. Errors are ignored: the balance is also refreshed by other means. */
async function watchPending(...parameters: Parameters<typeof WatchPendingPart>): Promise<void> {
  try {
    await (await lazyImport(import('./watchPending.js'))).watchPending(...parameters)
  } catch {
    return
  }
}
