export { type CosmosOptions, cosmos, type KeplrStyleWallet } from '../families/cosmos/index.js'
export type {
  AminoSignDoc,
  CosmosAccount,
  CosmosAlgorithm,
  CosmosEvents,
  CosmosProvider,
  DirectSignDoc,
  MutableDirectSignDoc,
  StdSignature,
} from '../families/cosmos/provider.js'
