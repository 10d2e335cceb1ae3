import type { AttachParameters, ChainAdapter, ChainSession } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import { parseApproval } from '../shared/approval.js'
import { createWalletRequester } from '../shared/askWallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { switchToPreferredNetwork } from '../shared/liveConnection.js'
import type { Endpoints } from '../shared/nodes.js'
import { parseRecipient } from './address.js'
import type { Eip155Options } from './index.js'
import { evmIds, openInPage } from './opening.js'
import { pairingNeeds } from './pairingNeeds.js'
import { createSession } from './session.js'
import type { watchPending as WatchPendingPart } from './watchPending.js'

export { inPageTransport } from './inPageTransport.js'

/** EVM chains over any transport. Nothing that reads the chain is needed to connect. */
export function createAdapter(endpoints: Endpoints, options: Eip155Options = {}): ChainAdapter {
  const loadReading = () => lazyImport(import('./reading.js'))
  return {
    namespace: 'eip155',
    pairingNeeds,
    attach: (parameters) => attach(endpoints, options, parameters),
    nativeBalance: async (parameters) =>
      (await lazyImport(import('./nodes.js'))).nativeBalance({ endpoints, ...parameters }),
    transfers: {
      parseRecipient: parseRecipient,
      balance: async (parameters) =>
        (await loadReading()).readBalance({ endpoints, ...parameters }),
      fee: async (transfer, signal) =>
        (await loadReading()).estimateFee({ endpoints, signal, ...transfer }),
      follow: async (parameters) =>
        (await loadReading()).followTransaction({ endpoints, ...parameters }),
      find: async (parameters) =>
        (await loadReading()).findTransaction({ endpoints, ...parameters }),
    },
  }
}

/** Takes up a connection to an EVM wallet. */
async function attach(
  endpoints: Endpoints,
  { pendingTransactionsFilter }: Eip155Options,
  parameters: AttachParameters,
): Promise<ChainSession | undefined> {
  const { transport, mode, network, networks, journal, holdingsMoved, signal } = parameters
  const { clock } = parameters.ports
  const opening = transport.approved
    ? parseApproval(transport.approved(), network.id, evmIds)
    : await openInPage(createWalletRequester({ transport, clock, signal }), mode)
  signal.throwIfAborted()
  if (!opening) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('eth_requestAccounts')
  }
  const { session, connection } = createSession({
    transport,
    opening,
    networks,
    clock,
    journal,
    endpoints,
  })
  if (pendingTransactionsFilter?.enable && holdingsMoved) {
    void watchPending(connection, { ...pendingTransactionsFilter, holdingsMoved })
  }
  await switchToPreferredNetwork(session, parameters)
  return session
}

/** Ends with the connection. Without the part that does it, or the node for it, nothing is missed. */
async function watchPending(...given: Parameters<typeof WatchPendingPart>): Promise<void> {
  try {
    await (await lazyImport(import('./watchPending.js'))).watchPending(...given)
  } catch {
    return
  }
}
