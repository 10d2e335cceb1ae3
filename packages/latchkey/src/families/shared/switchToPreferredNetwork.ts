import type { AttachParameters, ChainSession } from '../../core/connection/family.js'
import { NotConnectedError } from '../../core/runtime/errors/connection.js'

/**
 * Has a wallet that was just let in move to the network the site wants. Where it refuses or cannot, the
 * visitor stays connected on the network it is on.
 */
export async function switchToPreferredNetwork(
  session: ChainSession,
  { transport, mode, network, signal }: AttachParameters,
): Promise<void> {
  // A paired wallet has chosen its networks already.
  const isElsewhere = session.networkId() !== network.id && !transport.approved
  if (mode !== 'ask' || !isElsewhere) return
  try {
    await session.switchNetwork(network, signal)
  } catch (error) {
    if (!signal.aborted && !(error instanceof NotConnectedError)) return
    await session.end({ tellWallet: false })
    throw error
  }
}
