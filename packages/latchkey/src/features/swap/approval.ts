import { toAccountId } from '@latchkey/wire/caip'
import { buildApproveTransaction, getConvertAllowance } from '@latchkey/wire/http/convert'
import { toTokenId } from '../../core/account/portfolio/price.js'
import type { ContractCall, TransferReading } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { SwapPreparationError, SwapUnsupportedError } from '../../core/runtime/errors/swap.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { Widget } from '../../core/widget.js'
import { checkApproval, toApproveCall } from './checks/checkSwap.js'
import type { SwapContext, SwapQuote } from './store.js'
import { getSwapContracts } from './swapContracts.js'
import { getProvider } from './swapData.js'

/** The approval of a quote: its spender and what is missing. */
export type Approval = {
  readonly spender: string
  /** What the exchange may take now. */
  readonly allowance: bigint
  /** The calls that set the allowance to the amount, none if it is enough. */
  readonly calls: readonly ContractCall[]
}

type ApprovalParameters = {
  readonly context: SwapContext
  readonly quote: SwapQuote
  readonly signal: AbortSignal
}

export async function loadReading(widget: Widget, network: Network): Promise<TransferReading> {
  const adapter = await widget.families.get(network.namespace)?.loadAdapter()
  if (!adapter?.transfers) throw new SwapUnsupportedError(network.id)
  return adapter.transfers
}

/** Checks the provider's approval and the allowance. Undefined for the native coin, and on Solana. */
export async function prepareApproval(
  widget: Widget,
  { context, quote, signal }: ApprovalParameters,
): Promise<Approval | undefined> {
  const { account, network } = context
  const { sourceToken, sourceUnits: amount } = quote
  const token = sourceToken.address
  if (token === undefined || network.namespace === 'solana') return undefined
  const { tx } = await getProvider(widget)
    .call(
      buildApproveTransaction,
      {
        userAddress: toAccountId(network.id, account.address),
        from: toTokenId(network, sourceToken),
        to: toTokenId(network, quote.toToken),
        amount: amount.toString(),
        source: quote.source,
      },
      { signal },
    )
    .catch(rethrow('approval', signal))
  const contracts = getSwapContracts(widget, network.id)
  const spender = checkApproval(tx, {
    networkId: network.id,
    sourceToken: token,
    amount,
    contracts,
  })
  const allowance = await readAllowance(widget, { context, quote, signal, spender })
  if (allowance >= amount) return { spender, allowance, calls: [] }
  const approve = toApproveCall(token, spender, amount)
  const reading = await loadReading(widget, network)
  // Some tokens reject a change of an allowance unless it is zero.
  const isRejected =
    allowance > 0n &&
    (await reading.simulate?.({ from: account.address, call: approve, network, signal })) === false
  const calls = isRejected ? [toApproveCall(token, spender, 0n), approve] : [approve]
  return { spender, allowance, calls }
}

/** From the chain; from the provider only if no node responds. */
export async function readAllowance(
  widget: Widget,
  {
    context: { account, network },
    quote: { sourceToken, source },
    spender,
    signal,
  }: ApprovalParameters & { readonly spender: string },
): Promise<bigint> {
  const reading = await loadReading(widget, network)
  const token = sourceToken.address ?? ''
  const owner = account.address
  try {
    if (!reading.allowance) throw new SwapUnsupportedError(network.id)
    return await reading.allowance({ owner, spender, token, network, signal })
  } catch {
    signal.throwIfAborted()
    const { allowance } = await getProvider(widget)
      .call(
        getConvertAllowance,
        {
          tokenAddress: toTokenId(network, sourceToken),
          userAddress: toAccountId(network.id, owner),
          source,
        },
        { signal },
      )
      .catch(rethrow('allowance', signal))
    return BigInt(allowance)
  }
}

/** For `catch`: names the step, with the provider's reason if it sent one. */
export function rethrow(
  step: ConstructorParameters<typeof SwapPreparationError>[0],
  signal: AbortSignal,
): (cause: unknown) => never {
  return (cause) => {
    signal.throwIfAborted()
    const isRefused = isWidgetError(cause, 'provider/refused')
    throw new SwapPreparationError(step, { cause, reason: isRefused ? cause.message : undefined })
  }
}
