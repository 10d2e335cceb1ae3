import type { SiwxSession } from '../../core/siwx/siwx.js'
import { createContractProofs } from './contractProofs.js'
import { verifyEip155 } from './eip155.js'
import { createChainReader, type RpcAddresses } from './readChain.js'
import type { VerifyOutcome } from './verifier.js'

/** How long nodes may take altogether (milliseconds). */
const nodeWait = 8_000

/**
 * Verifies a session of an EVM account. A contract is asked every time, because its answer can change; while
 * no node responds, the answer it gave for exactly this session within the last day counts.
 */
export async function verifyEvmSession(
  session: SiwxSession,
  rpc: readonly (RpcAddresses | undefined)[],
): Promise<VerifyOutcome> {
  const { data: message, message: text, signature } = session
  const verify = (readChain?: ReturnType<typeof createChainReader>) =>
    verifyEip155({ message, text, signature, readChain })
  const byKey = await verify()
  if (byKey !== 'unknown') return byKey

  const proofs = createContractProofs(session)
  const signal = AbortSignal.timeout(nodeWait)
  for (const addresses of rpc) {
    const readChain = createChainReader(addresses, message.chainId, signal)
    const outcome = readChain ? await verify(readChain) : 'unknown'
    if (outcome === 'valid') proofs.save()
    if (outcome === 'invalid') proofs.delete()
    if (outcome !== 'unknown') return outcome
  }
  return proofs.isRecent() ? 'valid' : 'unknown'
}
