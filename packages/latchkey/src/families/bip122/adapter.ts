import type { AttachParameters, ChainAdapter, ChainSession } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import { switchToPreferredNetwork } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createWalletRequester } from '../shared/walletRequest.js'
import { getPreferredAddresses, requestAccounts, toAccounts } from './accounts.js'
import { createSession } from './session.js'

/** Bitcoin over any transport. It does not read the chain, so there are no balances. */
export function createAdapter(): ChainAdapter {
  return {
    namespace: 'bip122',
    pairingNeeds: (networks) => ({
      chains: networks.filter(({ namespace }) => namespace === 'bip122').map(({ id }) => id),
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: ['accountsChanged', 'chainChanged'],
    }),
    attach,
    verifyMessage: async (signed) =>
      (await lazyImport(import('./verifyMessage.js'))).verifyMessage(signed),
  }
}

async function attach(parameters: AttachParameters): Promise<ChainSession | undefined> {
  const { transport, mode, network, signal } = parameters
  const { clock } = parameters.ports
  const found = transport.approved
    ? getPreferredAddresses(transport.approved(), network.id)
    : await requestAccounts(createWalletRequester({ transport, clock, signal }), mode, network.id)
  signal.throwIfAborted()
  if (!found || toAccounts(found).length === 0) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('getAccountAddresses')
  }
  const session = createSession({ transport, clock, found })
  await switchToPreferredNetwork(session, parameters)
  return session
}
