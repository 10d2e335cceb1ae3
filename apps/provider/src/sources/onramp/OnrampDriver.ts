import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Asset } from './catalogue.js'
import type { Cents } from './money.js'

export type OnrampOrder = {
  readonly projectId: string
  /** Who receives, as written with its checksum. */
  readonly destination: string
  readonly chain: ChainSettings
  /** What may be bought; the first is proposed. */
  readonly assets: readonly [Asset, ...Asset[]]
  readonly experience: 'buy' | 'send'
  /** Who buys, as the site calls them. */
  readonly customer: string | undefined
  readonly fiatAmount: Cents | undefined
  readonly cryptoAmount: number | undefined
}

/** Where people go to pay. */
export interface OnrampDriver {
  readonly name: 'sandbox' | 'coinbase' | 'meld'
  delivers(chain: ChainSettings): boolean
  checkoutUrl(
    order: OnrampOrder,
    at: { readonly publicUrl: string; readonly signal: AbortSignal },
  ): Promise<string>
}
