import type { PayResult } from '@latchkey/wire/http/pay'
import type { ChainSettings } from '../../nodes/ChainSettings.js'

/** A native coin or a configured token of a served chain. */
export type PayAsset = {
  readonly chain: ChainSettings
  /** Undefined for the native coin. */
  readonly address: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** A payment that a visitor makes from an exchange; nothing of it changes later. */
export type PayOrder = {
  readonly projectId: string
  readonly asset: PayAsset
  readonly units: bigint
  /** A valid address on the asset's chain. */
  readonly recipient: string
}

export type PayStatus = PayResult<'reown_getExchangeBuyStatus'>

/** An exchange that pays out to any address. */
export type PayExchange = {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | null
  supports(asset: PayAsset): boolean
  /** Opens a session in which the visitor confirms exactly this order. */
  createSession(
    order: PayOrder,
    at: { readonly publicUrl: string; readonly signal: AbortSignal },
  ): Promise<PayResult<'reown_getExchangePayUrl'>>
  /** `UNKNOWN` for a session that does not exist, or of another project. */
  readStatus(
    session: { readonly projectId: string; readonly sessionId: string },
    signal: AbortSignal,
  ): Promise<PayStatus>
}
