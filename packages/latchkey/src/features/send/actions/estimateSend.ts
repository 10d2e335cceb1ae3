import { FeeUnknownError } from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { transfersOf } from '../sendContext.js'
import { sendStoreOf } from '../store.js'
import { toTransfer } from '../transferDraft.js'
import { changeIntent } from './changeIntent.js'

export type EstimateSendParameters = { readonly signal: AbortSignal }

/** Asks the chain what the reviewed transfer costs, and whether the account has it. */
export async function estimateSend(
  widget: Widget,
  { signal }: EstimateSendParameters,
): Promise<void> {
  const { intent } = sendStoreOf(widget).get()
  if (!intent) return
  const { account, network, token, units } = intent
  const reading = await transfersOf(widget, network)
  const balanceOf = (one: {
    readonly address?: string | undefined
    readonly symbol: string
    readonly decimals: number
  }) => reading.balance({ address: account.address, token: one, network, signal })
  const transfer = toTransfer(intent)
  const [fee, terms, balance, coinBalance, reserve = 0n] = await Promise.all([
    reading.fee(transfer, signal).catch((cause: unknown) => new FeeUnknownError({ cause })),
    reading.terms?.(transfer, signal),
    balanceOf(token),
    balanceOf(network.nativeCurrency),
    reading.reserve?.({ network, signal }),
  ])
  signal.throwIfAborted()
  // Nodes refuse to estimate what the account cannot pay: that is the reason to tell, not the refusal.
  const isShort = units > balance || coinBalance === 0n
  if (typeof fee !== 'bigint' && !isShort) throw fee
  const known = typeof fee === 'bigint' ? fee : undefined
  const { deposit = 0n, withheld = 0n } = terms ?? {}
  const estimate = { fee: known, deposit, withheld, balance, coinBalance, reserve }
  changeIntent(widget, { id: intent.id, change: { estimate } })
}
