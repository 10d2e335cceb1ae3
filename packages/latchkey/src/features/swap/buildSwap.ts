import { toAccountId } from '@latchkey/wire/caip'
import { buildConvertTransaction } from '@latchkey/wire/http/convert'
import { toTokenId } from '../../core/account/portfolio/price.js'
import type { ContractCall } from '../../core/connection/transfer.js'
import { PriceChangedError, SwapMismatchError } from '../../core/runtime/errors/swap.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'
import { type Approval, loadReading, rethrow } from './approval.js'
import { checkSwap } from './checks/checkSwap.js'
import { toSlippage } from './quote.js'
import type { SwapReview } from './store.js'
import { getSwapContracts } from './swapContracts.js'
import { getProvider } from './swapData.js'

type ReviewedQuote = Pick<SwapReview, 'account' | 'network' | 'quote'>

/**
 * Lets the provider build the swap and checks what it built. Throws a `PriceChangedError` if the price is
 * below the minimum that was shown, a `SwapMismatchError` if anything else differs.
 */
export async function buildSwap(
  widget: Widget,
  review: ReviewedQuote,
  approval: Pick<Approval, 'spender'> | undefined,
): Promise<ContractCall> {
  const { spender, ...call } = await buildAtMinimum(widget, review)
  if (approval && spender !== approval.spender) throw new SwapMismatchError('spender')
  return call
}

async function buildAtMinimum(widget: Widget, review: ReviewedQuote) {
  const { quote } = review
  try {
    return await build(widget, review, toSlippage(quote.toUnits, quote.minimumUnits))
  } catch (error) {
    if (!(error instanceof LowMinimum)) throw error
    const { expected } = error
    if (expected < quote.minimumUnits) throw new PriceChangedError()
    // The price fell a little: less slippage keeps the minimum.
    return build(widget, review, toSlippage(expected, quote.minimumUnits))
  }
}

/** Signals that the call guarantees less than was shown, and what it expects. */
class LowMinimum extends SwapMismatchError {
  constructor(readonly expected: bigint) {
    super('minimum')
  }
}

async function build(
  widget: Widget,
  { account, network, quote }: ReviewedQuote,
  slippage: number,
): Promise<ContractCall & { readonly spender?: string }> {
  const { signal } = widget
  const { sourceToken, toToken, sourceUnits: amount, minimumUnits: minimum, source } = quote
  const { networkFee } = quote
  const { tx, expiresAt = Infinity } = await getProvider(widget)
    .call(
      buildConvertTransaction,
      {
        amount: amount.toString(),
        from: toTokenId(network, sourceToken),
        to: toTokenId(network, toToken),
        userAddress: toAccountId(network.id, account.address),
        // Without the allowance, which may be part of the same batch, it cannot be estimated.
        disableEstimate: true,
        source,
        minimumReturn: minimum.toString(),
        [network.namespace]: { slippage },
      },
      { signal },
    )
    .catch(rethrow('transaction', signal))
  const now = widget.ports.clock.now()
  // Clocks differ; what was just built is old only if an earlier answer is repeated.
  if (expiresAt + limits.clockSkew <= now) throw new SwapMismatchError('expired')
  const terms = {
    account: account.address,
    sourceToken: sourceToken.address,
    toToken: toToken.address,
    amount,
    minimum,
  }
  try {
    const reading = await loadReading(widget, network)
    const whole = { ...tx, terms, maxFee: networkFee.units, network, signal }
    const call = await reading.checkSwap?.(whole)
    if (call) return call
    const contracts = getSwapContracts(widget, network.id)
    return checkSwap(tx, { ...terms, networkId: network.id, contracts, now })
  } catch (error) {
    const isLow = error instanceof SwapMismatchError && error.reason === 'minimum'
    throw isLow ? new LowMinimum(BigInt(tx.amount)) : error
  }
}
