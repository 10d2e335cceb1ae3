import { type Namespace, namespaces } from '@latchkey/wire/caip'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { VerifyOutcome } from '../../families/shared/signatureChecks.js'
import { loadVerifier } from './loadVerifier.js'
import type { RpcAddresses } from './readChain.js'

export type VerifySessionOptions = {
  /** Nodes that the widget knows, for chains the verifier has no `rpc` for. */
  readonly rpc?: RpcAddresses | undefined
}

/** Verifies in the page who signed a session. Loads its code on first use. */
export type SiwxVerifier = {
  readonly namespace: Namespace
  /** `session.data` has been compared with the text. Answers `unknown` when no node responds. */
  verify(session: SiwxSession, options?: VerifySessionOptions): Promise<VerifyOutcome>
}

export type Eip155VerifierOptions = {
  /** JSON-RPC URLs to verify contract accounts (smart accounts, Safe). Default: the widget's nodes. */
  readonly rpc?: RpcAddresses | undefined
}

/** Keys, contract accounts (ERC-1271) and contract accounts that are not deployed yet (ERC-6492). */
export function eip155Verifier({ rpc }: Eip155VerifierOptions = {}): SiwxVerifier {
  return {
    namespace: 'eip155',
    async verify(session, options) {
      const { verifyEvmSession } = await import('./evmSession.lazy.js')
      return verifyEvmSession(session, [rpc, options?.rpc])
    },
  }
}

/** Ed25519. */
export const solanaVerifier = (): SiwxVerifier => createVerifier('solana')

/** BIP-322 proofs and the older recoverable signatures. */
export const bip122Verifier = (): SiwxVerifier => createVerifier('bip122')

/** Sr25519, Ed25519 and ECDSA. */
export const polkadotVerifier = (): SiwxVerifier => createVerifier('polkadot')

/** ADR-36. */
export const cosmosVerifier = (): SiwxVerifier => createVerifier('cosmos')

/** A verifier for every chain family. */
export function allVerifiers(): readonly SiwxVerifier[] {
  return namespaces.map((namespace) =>
    namespace === 'eip155' ? eip155Verifier() : createVerifier(namespace),
  )
}

function createVerifier(namespace: Exclude<Namespace, 'eip155'>): SiwxVerifier {
  return {
    namespace,
    async verify({ data, message, signature }) {
      const verify = await loadVerifier[namespace]()
      return verify({ message: data, text: message, signature, readChain: undefined })
    },
  }
}
