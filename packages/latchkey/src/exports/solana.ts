export type { SolanaCommitment } from '../families/solana/commitment.js'
export { type SolanaOptions, solana } from '../families/solana/index.js'
export type {
  SendOptions,
  SignInInput,
  SignInOutput,
  SolanaProvider,
  SolanaProviderEvents,
  SolanaPublicKey,
  SolanaTransaction,
} from '../families/solana/provider.js'
