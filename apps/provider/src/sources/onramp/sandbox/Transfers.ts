import type { NetworkId } from '@latchkey/wire/caip'

/** What the treasury sends. */
export type TransferOrder = {
  readonly chain: NetworkId
  readonly destination: string
  /** A token's address, or `native`. */
  readonly asset: string
  readonly units: bigint
  /** Makes equal transfers different transactions. */
  readonly reference: string
}

/** A signed transfer; only these bytes are sent. */
export type Transfer = {
  readonly sender: string
  readonly signed: string
  readonly hash: string
  /** On EVM chains. */
  readonly nonce?: number | undefined
  /** On Solana: after this block it is no longer executed. */
  readonly lastBlock?: number | undefined
}

/** `lost`: it can never be executed, so that another may be signed. */
export type TransferOutcome = 'pending' | 'delivered' | 'failed' | 'lost'

/** Signs and sends transfers of one namespace from the treasury. */
export type Transfers = {
  readonly sender: string
  /** Throws an ApiError (503) if the transfer would fail now. */
  check(order: TransferOrder, signal?: AbortSignal): Promise<void>
  /** `nextNonce` is the first that no stored transfer uses. */
  sign(order: TransferOrder, nextNonce: number, signal?: AbortSignal): Promise<Transfer>
  /** Sends the signed bytes and reads what became of them. Safe to repeat. */
  send(chain: NetworkId, transfer: Transfer, signal?: AbortSignal): Promise<TransferOutcome>
}
