import { getJournal } from '../../../core/account/journal/createJournal.js'
import { hasReceipt, isSuccess, requestForEntry } from '../../../core/account/journal/inFlight.js'
import type { JournalEntry } from '../../../core/account/journal/journal.js'
import type { ContractCall } from '../../../core/connection/transfer.js'
import { ApprovalPendingError, SwapFailedError } from '../../../core/runtime/errors/swap.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { type Approval, readAllowance } from '../approval.js'
import type { SwapReview } from '../store.js'
import { findSameStep, openSwapEntry } from '../swapEntries.js'
import type { Confirmation } from './confirmSwap.js'
import { recordSwap } from './reviewSwap.js'
import { updateReview } from './updateSwap.js'

type ApproveParameters = {
  readonly review: SwapReview
  readonly approval: Approval
  readonly confirmation: Confirmation
}

/** Sets the allowance, one request per call, and waits until the chain has it. */
export async function approve(widget: Widget, parameters: ApproveParameters): Promise<void> {
  const { review, approval } = parameters
  updateReview(widget, review.id, { phase: 'approving' })
  try {
    for (const call of approval.calls) {
      const entry = await requestApproval(widget, parameters, call)
      const isLast = call === approval.calls.at(-1)
      await waitForAllowance(widget, parameters, entry, isLast)
    }
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: '' }
    recordSwap(widget, 'SWAP_APPROVAL_ERROR', review, { message })
    throw error
  }
}

/** The entry of the request, or of an earlier one that is on its way. */
async function requestApproval(
  widget: Widget,
  { review, confirmation: { session, ignoredEntryIds, neededUnits } }: ApproveParameters,
  call: ContractCall,
): Promise<JournalEntry> {
  const { signal } = widget
  const { account, network } = review
  const step = { review, step: 'approval', call, neededUnits } as const
  const sent = findSameStep(widget, step).find(
    ({ swap, hash, proposal }) => swap?.step === 'approval' && (hash ?? proposal),
  )
  if (sent) return sent
  const entry = await openSwapEntry(widget, step, ignoredEntryIds)
  await requestForEntry(widget, entry.id, async () =>
    session.sendCalls?.({ account, network, calls: [call] }, { entryId: entry.id, signal }),
  )
  return entry
}

/** Asks the chain, which counts sooner than the number of blocks after the approval. */
async function waitForAllowance(
  widget: Widget,
  { review, approval: { spender } }: ApproveParameters,
  { id }: JournalEntry,
  isLast: boolean,
): Promise<void> {
  const { signal } = widget
  const { clock } = widget.ports
  const deadline = clock.now() + limits.walletDecisionWait
  const { quote } = review
  while (clock.now() < deadline) {
    const allowance = await readAllowance(widget, { context: review, quote, spender, signal })
    if (isLast ? allowance >= quote.sourceUnits : allowance === 0n) return
    const entry = getJournal(widget)
      .entries()
      .find((one) => one.id === id)
    if (entry && hasReceipt(entry) && !isSuccess(entry)) throw new SwapFailedError(entry.hash)
    await clock.sleep(limits.approvalPolling, signal)
  }
  throw new ApprovalPendingError()
}
