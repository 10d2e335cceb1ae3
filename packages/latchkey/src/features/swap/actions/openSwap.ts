import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { notify } from '../../../core/modal/actions/notify.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { SwapPreparationError, SwapUnsupportedError } from '../../../core/runtime/errors/swap.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import type { Widget } from '../../../core/widget.js'
import { normalizeAmount } from '../quote.js'
import { type SwapContext, swapStoreOf } from '../store.js'
import {
  assertServed,
  findSwapContext,
  getOwnTokens,
  getSuggestedTokens,
  getSwapData,
  toCoin,
  toContextKey,
} from '../swapData.js'
import { editForm, quoteForm, resetForm, updateOwnTokens } from './updateSwap.js'

export type OpenSwapParameters = {
  readonly params: ViewParams['Swap']
  readonly signal: AbortSignal
}

/**
 * Loads what the form needs, applies the view parameters once, and refreshes prices, balances and the
 * quote until the signal aborts. Coming back from another view of the form keeps the draft.
 */
export async function openSwap(
  widget: Widget,
  { params, signal }: OpenSwapParameters,
): Promise<void> {
  const context = findSwapContext(widget)
  if (!context) return
  const store = swapStoreOf(widget)
  const contextKey = toContextKey(context)
  const { status, contextKey: known } = store.get()
  const isNew = known !== contextKey || status === 'failed'
  if (isNew) resetForm(widget, { contextKey })
  showKnown(widget, context)
  try {
    if (isNew) await start(widget, context)
  } catch (error) {
    if (store.get().contextKey === contextKey) store.set({ status: 'failed' })
    throw error
  }
  signal.throwIfAborted()
  if (isNew) await applyParams(widget, { context, params, signal })
  await quoteForm(widget, { signal })
  await refresh(widget, context, signal)
}

/** Shows what earlier views have loaded, before the first paint. */
function showKnown(widget: Widget, context: SwapContext): void {
  const store = swapStoreOf(widget)
  const tokensState = getSwapData(widget).tokens.get(context)
  const tokens = 'value' in tokensState ? tokensState.value : undefined
  const own = getOwnTokens(widget, context)
  if (!store.get().sourceToken) {
    const sourceToken = own?.find(({ address }) => address === undefined) ?? toCoin(context.network)
    store.set({ sourceToken })
  }
  if (tokens) showTokens(widget, tokens)
  updateOwnTokens(widget)
}

function showTokens(widget: Widget, tokens: readonly Holding[]): void {
  swapStoreOf(widget).set({ status: 'ready', tokens, suggestedTokens: getSuggestedTokens(tokens) })
}

/** Public surface §4.9. The tokens are needed; the rest can follow. */
async function start(widget: Widget, context: SwapContext): Promise<void> {
  const { network, account } = context
  const data = getSwapData(widget)
  void data.gasPrice.load(context)
  void data.prices.load({ network, token: toCoin(network) }).then(({ status }) => {
    if (status !== 'failed') return
    const { message } = new SwapPreparationError('price')
    void notify(widget, { variant: 'error', message })
  })
  void getPortfolio(widget)
    .load({ address: account.address, network })
    .then(() => updateOwnTokens(widget))
  try {
    const [state] = await Promise.all([data.tokens.load(context), assertServed(widget, network)])
    if (state.status === 'failed') throw state.error
    if (swapStoreOf(widget).get().contextKey !== toContextKey(context)) return
    showTokens(widget, ('value' in state && state.value) || [])
    updateOwnTokens(widget)
  } catch (cause) {
    throw cause instanceof SwapUnsupportedError
      ? cause
      : new SwapPreparationError('start', { cause })
  }
}

/** Public surface §4.9. */
const defaultAmount = '1'

/** Tokens by symbol in any case, or by address; a site's other values are ignored. */
async function applyParams(
  widget: Widget,
  { context, params, signal }: OpenSwapParameters & { readonly context: SwapContext },
): Promise<void> {
  const { amount, fromToken, toToken } = params ?? {}
  if (fromToken !== undefined || toToken !== undefined)
    await waitForOwnTokens(widget, context, signal)
  const { sourceToken, tokens = [], ownTokens = [] } = swapStoreOf(widget).get()
  const find = (name: unknown) =>
    typeof name === 'string'
      ? [...ownTokens, ...tokens].find(
          ({ symbol, address }) =>
            symbol.toLowerCase() === name.toLowerCase() || isSameAddress(address ?? '', name),
        )
      : undefined
  const source = find(fromToken) ?? sourceToken
  const target = find(toToken)
  const text = typeof amount === 'string' || typeof amount === 'number' ? String(amount) : ''
  editForm(widget, {
    sourceToken: source,
    toToken: target?.address === source?.address ? undefined : target,
    sourceTokenAmount: normalizeAmount(text) || defaultAmount,
  })
}

/** Never longer than the limit: the list alone is often enough. */
async function waitForOwnTokens(
  widget: Widget,
  { account, network }: SwapContext,
  signal: AbortSignal,
): Promise<void> {
  const late = new Error('The account’s tokens are late')
  const options = { limit: limits.swapTokensWait, late: () => late, signal }
  try {
    await withTimeout(widget.ports.clock, options, () =>
      getPortfolio(widget).load({ address: account.address, network }),
    )
    updateOwnTokens(widget)
  } catch (error) {
    if (error !== late) throw error
  }
}

/** Public surface §4.9: prices, balances and the quote, while the form is shown. */
async function refresh(widget: Widget, context: SwapContext, signal: AbortSignal): Promise<void> {
  const { network, account } = context
  while (!signal.aborted) {
    await widget.ports.clock.sleep(limits.swapPolling, signal)
    if (swapStoreOf(widget).get().contextKey !== toContextKey(context)) return
    await getPortfolio(widget).refresh({ address: account.address, network })
    updateOwnTokens(widget)
    await quoteForm(widget, { signal })
  }
}
