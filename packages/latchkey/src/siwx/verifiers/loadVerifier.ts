import type { Namespace } from '@latchkey/wire/caip'
import type { SignedText, VerifyOutcome } from '../../families/shared/signatureChecks.js'
import type { Verifier } from './verifier.js'

/** Loaded per family, so that only the code of the families in use runs. */
export const loadVerifier: Readonly<Record<Namespace, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.js')).verifyEip155,
  solana: byKey(() => import('../../families/solana/verifyMessage.js')),
  bip122: byKey(() => import('../../families/bip122/verifyMessage.js')),
  polkadot: byKey(() => import('../../families/polkadot/verifyMessage.js')),
  cosmos: byKey(() => import('../../families/cosmos/verifyMessage.js')),
}

type FamilyVerifier = {
  verifyMessage(signed: SignedText): VerifyOutcome | Promise<VerifyOutcome>
}

/** For families whose accounts are keys: the chain is not asked. */
function byKey(load: () => Promise<FamilyVerifier>) {
  return async (): Promise<Verifier> => {
    const { verifyMessage } = await load()
    return ({ message: { accountAddress: address, chainId: networkId }, text, signature }) =>
      verifyMessage({ message: text, signature, address, networkId })
  }
}
