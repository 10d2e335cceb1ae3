import type { Namespace } from '@latchkey/wire/caip'
import { NotConnectedError } from '../../core/errors/connection.js'
import { MalformedAnswerError } from '../../core/errors/wallet.js'
import type { AttachParameters, ChainAdapter, ChainSession } from '../../core/family.js'
import { createAskWallet } from './askWallet.js'
import { loadPart } from './loadPart.js'
import { openInPage, readApproval } from './opening.js'
import { createSession } from './session.js'

export { pairingNeeds } from './pairingNeeds.js'

export const namespace: Namespace = 'eip155'

/** Takes up a connection to an EVM wallet over any transport. */
export async function attach({
  transport,
  mode,
  network,
  networks,
  ports: { clock },
  signal,
}: AttachParameters): Promise<ChainSession | undefined> {
  const opening = transport.approved
    ? readApproval(transport.approved(), network.id)
    : await openInPage(createAskWallet({ transport, clock, signal }), mode)
  signal.throwIfAborted()
  if (!opening) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('eth_requestAccounts')
  }
  const session = createSession({ transport, opening, networks, clock })
  // A paired wallet has chosen its networks already.
  const isElsewhere = session.networkId() !== network.id && !transport.approved
  if (mode === 'ask' && isElsewhere) {
    try {
      await session.switchNetwork(network, signal)
    } catch (error) {
      if (signal.aborted || error instanceof NotConnectedError) {
        await session.end({ tellWallet: false })
        throw error
      }
      // Refused or impossible: the visitor stays connected on the network the wallet is on.
    }
  }
  return session
}

export const nativeBalance: ChainAdapter['nativeBalance'] = async (parameters) =>
  (await loadPart(import('./nodes.js'))).nativeBalance(parameters)
