import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Asset } from './catalogue.js'
import type { Cents } from './money.js'

export type OnrampOrder = {
  readonly projectId: string
  /** The recipient, with checksum. */
  readonly destination: string
  readonly chain: ChainSettings
  /** What can be bought; the first is preselected. */
  readonly assets: readonly [Asset, ...Asset[]]
  readonly experience: 'buy' | 'send'
  /** The site's id for the buyer. */
  readonly customer: string | undefined
  readonly fiatAmount: Cents | undefined
  readonly cryptoAmount: number | undefined
}

/** A payment service. */
export type OnrampDriver = {
  readonly name: 'sandbox' | 'coinbase' | 'meld'
  delivers(chain: ChainSettings): boolean
  checkoutUrl(
    order: OnrampOrder,
    at: { readonly publicUrl: string; readonly signal: AbortSignal },
  ): Promise<string>
}
