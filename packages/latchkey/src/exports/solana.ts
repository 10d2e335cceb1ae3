export type { SolanaCommitment } from '../families/solana/commitment.js'
export { type SolanaOptions, solana } from '../families/solana/index.js'
export type {
  SignInInput,
  SignInOutput,
  SolanaProvider,
  SolanaPublicKey,
  SolanaTransaction,
} from '../families/solana/provider.js'
