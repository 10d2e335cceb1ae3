import type { Widget } from '../../core/widget.js'
import { findBuyContext } from './buyContext.js'
import { describeLimits } from './describeLimits.js'
import { type Draft, toDraft } from './draft.js'
import { currencySign, formatMoney, formatQuantity, normalizeMoney } from './money.js'
import { getQuotes, toQuoteKey } from './offers.js'
import { getOptions, type OnrampOptions } from './options.js'
import { firstAmount } from './store.js'

export { currencySign, describeLimits, firstAmount, formatMoney, normalizeMoney }

/** What the visitor has chosen in the element on the page. */
export type InlineChoice = {
  readonly amount: string
  readonly currency: string | undefined
  /** A symbol, or network id and symbol. */
  readonly token: string | undefined
}

/** Rejects if the options cannot be loaded. */
export async function loadOptions(widget: Widget): Promise<OnrampOptions | undefined> {
  const state = await getOptions(widget).load(undefined)
  if (state.status === 'failed' && state.value === undefined) throw state.error
  return 'value' in state ? state.value : undefined
}

/** Undefined if nothing can be bought on the active network. */
export function getInlineDraft(
  widget: Widget,
  options: OnrampOptions,
  { amount, currency, token }: InlineChoice,
): Draft | undefined {
  const context = findBuyContext(widget)
  const form = { amount, currencyId: currency, assetKey: token, method: 'card' } as const
  return context && toDraft(options, context, form)
}

/** The best price for a draft: `≈ 98.5`; undefined if there is none. */
export async function loadBestQuantity(widget: Widget, draft: Draft): Promise<string | undefined> {
  const key = toQuoteKey(draft)
  if (!key) return undefined
  const state = await getQuotes(widget).load(key)
  const [best] = ('value' in state && state.value) || []
  return best && formatQuantity(best.purchaseAmount.amount)
}
