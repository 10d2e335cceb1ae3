import type { TokenBalance } from '@latchkey/wire/http/balance'
import type { FrameSettings } from '@latchkey/wire/login/page'
import type { ChainCall } from '../api/chains.js'
import type { Signer } from '../vault/signer.js'
import type { AccountType } from './embeddedWallet.js'
import type { EvmAccount } from './evmAccount.js'
import type { SmartAccount } from './smartAccount.js'

export type WalletParts = {
  /** Opens the keys; asked for once and then remembered. */
  signer(signal: AbortSignal): Promise<Signer>
  /** What the person prefers. Where no smart account can live it is the other. */
  preferredType(): AccountType
  readonly chains: FrameSettings['chains']
  readonly rpc: ChainCall
  readonly bundler: ChainCall
  balances(address: string, chainId: string, signal: AbortSignal): Promise<readonly TokenBalance[]>
}

/** The accounts of one signer. */
export type Accounts = {
  readonly signer: Signer
  readonly eoa: EvmAccount
  readonly smart: SmartAccount
}
