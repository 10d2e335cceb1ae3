import type { AminoDocument, StdSignature } from '@latchkey/wire/rpc/cosmos'
import { createSiteEvents, type SiteEvents } from '../shared/siteEvents.js'

export type { StdSignature } from '@latchkey/wire/rpc/cosmos'

/** An account as in cosmjs. */
export type CosmosAccount = {
  readonly address: string
  readonly algo: CosmosAlgorithm
  readonly pubkey: Uint8Array
}

/** The curve of a key, with the names of cosmjs. */
export type CosmosAlgorithm = 'secp256k1' | 'eth_secp256k1' | 'ethsecp256k1' | 'ed25519' | 'sr25519'

/** A `SignDoc` as in cosmjs. */
export type DirectSignDoc = {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: bigint
}

/** A `StdSignDoc` as in cosmjs. */
export type AminoSignDoc = AminoDocument

/** Events of a `CosmosProvider`. */
export type CosmosEvents = {
  /** Addresses on the active network, the active account first. */
  accountsChanged: readonly string[]
  /** The id of the network, such as `cosmos:cosmoshub-4`. */
  networkChanged: string
  disconnect: undefined
}

/**
 * The provider a site gets: an offline signer for the active network that works with cosmjs
 * (`OfflineDirectSigner` and `OfflineAminoSigner`). It belongs to one connection.
 *
 * Wallets let users change fee and memo, so broadcast the document in `signed`.
 */
export type CosmosProvider = SiteEvents<CosmosEvents> & {
  /** The active account first. */
  getAccounts(): Promise<readonly CosmosAccount[]>
  signDirect(
    signerAddress: string,
    signDoc: DirectSignDoc,
  ): Promise<{ readonly signed: MutableDirectSignDoc; readonly signature: StdSignature }>
  signAmino(
    signerAddress: string,
    signDoc: AminoSignDoc,
  ): Promise<{ readonly signed: AminoSignDoc; readonly signature: StdSignature }>
  /** Signs a message (ADR-36). */
  signArbitrary(signerAddress: string, data: string | Uint8Array): Promise<StdSignature>
}

/** Mutable, because the generated types of cosmjs require it. */
export type MutableDirectSignDoc = {
  -readonly [field in keyof DirectSignDoc]: DirectSignDoc[field]
}

type Signing = Pick<CosmosProvider, 'getAccounts' | 'signDirect' | 'signAmino' | 'signArbitrary'>

export function createProvider(signing: Signing): {
  readonly provider: CosmosProvider
  readonly emit: ReturnType<typeof createSiteEvents<CosmosEvents>>['emit']
} {
  const { on, off, emit } = createSiteEvents<CosmosEvents>()
  return { provider: { ...signing, on, off }, emit }
}
