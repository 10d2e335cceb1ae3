import { InvalidAmountError, parseAmount } from '@latchkey/wire/amount'
import { getConvertQuotes } from '@latchkey/wire/http/convert'
import type { ResponseOf } from '@latchkey/wire/http/endpoint'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { toTokenId } from '../../core/account/portfolio/price.js'
import { getWorth } from '../../core/account/portfolio/worth.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { SwapInputError } from '../../core/runtime/errors/swap.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'
import type { SwapContext, SwapQuote } from './store.js'
import { getProvider, getSwapData, toCoin, withPrice } from './swapData.js'

/** What is quoted. */
export type SwapDraft = SwapContext & {
  readonly sourceToken: Holding
  readonly toToken: Holding
  readonly sourceUnits: bigint
  readonly slippage: number
}

/** Public surface §8.3: gas of a swap whose exchange does not say. */
const defaultGas = 150_000n
/** Slippage is counted in ten thousandths of a percent. */
const slippageSteps = 1_000_000n
const stepsPerPercent = 10_000
const basisPoints = 10_000n
/** A lower price by less than this part is not worth a question; the shown minimum still holds. */
const unnoticedDrop = 10n

/** Fetches a quote with prices. Throws a `SwapInputError` if there is none for this amount. */
export async function fetchQuote(
  widget: Widget,
  draft: SwapDraft,
  signal: AbortSignal,
): Promise<SwapQuote> {
  const { account, network, sourceUnits } = draft
  const data = getSwapData(widget)
  const gasPriceState = await data.gasPrice.load({ network })
  const gasPrice = ('value' in gasPriceState && gasPriceState.value) || 0n
  const from = toTokenId(network, draft.sourceToken)
  const to = toTokenId(network, draft.toToken)
  const [response, sourceToken, toToken, coin] = await Promise.all([
    getProvider(widget)
      .call(
        getConvertQuotes,
        {
          amount: sourceUnits.toString(),
          userAddress: account.address,
          from,
          to,
          slippage: String(draft.slippage),
          ...(gasPrice > 0n && { gasPrice: gasPrice.toString() }),
        },
        { signal },
      )
      .catch((error: unknown) => {
        throw toInputError(error)
      }),
    withPrice(widget, draft, draft.sourceToken),
    withPrice(widget, draft, draft.toToken),
    withPrice(widget, draft, toCoin(network)),
  ])
  signal.throwIfAborted()
  const [quoted] = response.quotes
  const isMatch =
    quoted &&
    isSameAddress(quoted.fromAccount, from) &&
    isSameAddress(quoted.toAccount, to) &&
    BigInt(quoted.fromAmount) === sourceUnits &&
    BigInt(quoted.toAmount) > 0n
  if (!isMatch) throw new SwapInputError('amount')
  const now = widget.ports.clock.now()
  return toQuote({ ...draft, sourceToken, toToken }, quoted, { coin, gasPrice, now })
}

/** The provider's reason, as far as the visitor can do something about it. */
function toInputError(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.code !== 'provider/refused') return error
  const isLiquidity = error.reasons.some(({ description }) => /liquidity|route/i.test(description))
  return new SwapInputError(isLiquidity ? 'liquidity' : 'amount', { cause: error })
}

type Quoted = ResponseOf<typeof getConvertQuotes>['quotes'][number]

/** The arithmetic of public surface §8.7, in whole units. */
function toQuote(
  { sourceToken, toToken, sourceUnits, slippage }: SwapDraft,
  quoted: Quoted,
  {
    coin,
    gasPrice,
    now,
  }: { readonly coin: Holding; readonly gasPrice: bigint; readonly now: number },
): SwapQuote {
  const toUnits = BigInt(quoted.toAmount)
  const sourceWorth = getWorth({ ...sourceToken, units: sourceUnits })
  const toWorth = getWorth({ ...toToken, units: toUnits })
  const fee =
    quoted.networkFee !== undefined
      ? BigInt(quoted.networkFee)
      : BigInt(quoted.gas ?? defaultGas) * gasPrice
  const lifetime = now + limits.swapQuoteLifetime
  return {
    sourceToken,
    toToken,
    sourceUnits,
    toUnits,
    minimumUnits: toMinimum(toUnits, slippage),
    slippage,
    rate: (toUnits * 10n ** BigInt(sourceToken.decimals)) / sourceUnits,
    sourceWorth,
    toWorth,
    priceImpact:
      sourceWorth && toWorth !== undefined
        ? ((sourceWorth - toWorth) * basisPoints) / sourceWorth
        : undefined,
    networkFee: { units: fee, worth: getWorth({ ...coin, units: fee }) },
    exchangeFee: quoted.fee === undefined ? undefined : BigInt(quoted.fee),
    route: quoted.route ?? [],
    source: quoted.source,
    spender: quoted.spender,
    // A provider's clock can be wrong, so it only shortens the lifetime.
    expiresAt: Math.min(quoted.expiresAt ?? lifetime, lifetime),
  }
}

/** Rounded in the visitor's favour. */
function toMinimum(units: bigint, slippage: number): bigint {
  const left = slippageSteps - parseAmount(String(slippage), 4)
  return (units * left + slippageSteps - 1n) / slippageSteps
}

/** The slippage in percent that keeps at least `minimum` of `units`, as the provider takes it. */
export function toSlippage(units: bigint, minimum: bigint): number {
  if (minimum >= units) return 0
  const steps = ((units - minimum) * slippageSteps) / units
  return Number.parseInt(steps.toString(), 10) / stepsPerPercent
}

/** The same swap at the new price. A small drop keeps the minimum that was shown; a larger one is worse. */
export function compareQuotes(
  shown: SwapQuote,
  next: SwapQuote,
): { readonly quote: SwapQuote; readonly isWorse: boolean } {
  // Measured from the minimum, which never falls unnoticed, so that small drops do not add up.
  const isWorse =
    next.minimumUnits * basisPoints < shown.minimumUnits * (basisPoints - unnoticedDrop)
  if (isWorse) return { quote: next, isWorse }
  const isHigher = next.minimumUnits >= shown.minimumUnits
  return { quote: isHigher ? next : { ...next, minimumUnits: shown.minimumUnits }, isWorse }
}

/** Why the account cannot pay the amount; undefined if it can, or if its balance is unknown. */
export function findInputError(
  { account, sourceToken, sourceUnits }: SwapDraft,
  owned: readonly Holding[] | undefined,
  fee: bigint = 0n,
): SwapInputError | undefined {
  if (!owned) return undefined
  const unitsOf = (address: string | undefined) =>
    owned.find((token) => isSameAddress(token.address ?? '', address ?? ''))?.units ?? 0n
  if (unitsOf(sourceToken.address) < sourceUnits) return new SwapInputError('balance')
  const needed = sourceToken.address === undefined ? sourceUnits + fee : fee
  // Others may pay the fees of a contract account.
  const paysFees = account.type === 'eoa'
  return paysFees && unitsOf(undefined) < needed ? new SwapInputError('fee') : undefined
}

/** Longer than any balance. */
const maxAmountLength = 96

/** The text of an amount field: digits and one dot, a lone dot gets a zero. Undefined for anything else. */
export function normalizeAmount(text: string): string | undefined {
  const amount = text.trim().replace(',', '.')
  if (amount.length > maxAmountLength || !/^\d*\.?\d*$/.test(amount)) return undefined
  return amount === '.' ? '0.' : amount
}

/** Undefined for zero and for text that is no amount. */
export function safeParseUnits(text: string, decimals: number): bigint | undefined {
  try {
    const units = parseAmount(text, decimals)
    return units > 0n ? units : undefined
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}
