import type { Namespace } from '@latchkey/wire/caip'
import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import { raceAbort } from '@latchkey/wire/raceAbort'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal, goBack, navigate, openModal } from '../../modal/actions/navigation.js'
import { notify } from '../../modal/actions/notify.js'
import { currentRoute } from '../../modal/store.js'
import { FrameClosedError, NotAllowedError } from '../../runtime/errors/login.js'
import * as limits from '../../runtime/limits.js'
import { actionText } from '../../text/modal.js'
import { getOrCreate, type Widget } from '../../widget.js'

export type GuardRequestParameters = {
  readonly method: string
  readonly namespace: Namespace
  readonly signal?: AbortSignal | undefined
  run(signal: AbortSignal): Promise<unknown>
  /** Cancels a request that is not confirmed yet. Rejects if the frame does not respond. */
  cancel(): Promise<unknown>
}

type Approval = { cancel(): void }

type Approvals = {
  /** One for each request whose confirmation is shown. */
  readonly open: Set<Approval>
  stopWatching: () => void
}

/**
 * Passes a request to the embedded wallet, with a confirmation if it needs one (specification §4).
 * Closing the modal never cancels a confirmed request: a sent transaction must not look rejected.
 */
export async function guardRequest(
  widget: Widget,
  { method, namespace, signal, run, cancel }: GuardRequestParameters,
): Promise<unknown> {
  const anySignal = signal ? AbortSignal.any([widget.signal, signal]) : widget.signal
  anySignal.throwIfAborted()
  const policy = methodPolicy(method)
  if (policy === 'safe') return run(anySignal)
  if (policy === 'unknown') return rejectMethod(widget, method)

  const approvals = getOrCreate(widget, createApprovals)
  const unresponsive = new AbortController()
  const approval: Approval = {
    cancel: () =>
      void cancel().catch(() => unresponsive.abort(new FrameClosedError({ isRpc: true }))),
  }
  openApproval(widget, approvals)
  approvals.open.add(approval)
  updateCount(widget, approvals)
  try {
    const stop = AbortSignal.any([anySignal, unresponsive.signal])
    const result = await raceAbort(stop, run(stop))
    void refreshHoldings(widget, namespace)
    return result
  } finally {
    const wasShown = approvals.open.delete(approval)
    updateCount(widget, approvals)
    if (wasShown && approvals.open.size === 0) closeApproval(widget, approvals)
  }
}

function createApprovals(): Approvals {
  return { open: new Set(), stopWatching: () => undefined }
}

function updateCount({ stores }: Widget, { open }: Approvals): void {
  stores.login.set({ approvals: open.size })
}

const approvalRoute = { view: 'ApproveTransaction', params: undefined } as const

/** Opens the modal on the confirmation, or shows it over the current view. */
function openApproval(widget: Widget, approvals: Approvals): void {
  if (approvals.open.size > 0) return
  const { modal, router } = widget.stores
  if (modal.get().isOpen || widget.config.embedded) {
    router.set(({ transactions = 0 }) => ({ transactions: transactions + 1 }))
    navigate(widget, approvalRoute)
  } else {
    navigate(widget, { ...approvalRoute, how: 'reset' })
    modal.set({ isOpen: true, namespace: undefined })
    recordEvent(widget, { event: 'MODAL_OPEN', properties: { connected: true } })
  }
  // A visitor cannot confirm what is no longer shown.
  const check = () => {
    if (isShown(widget)) return
    const cancelled = [...approvals.open]
    approvals.open.clear()
    updateCount(widget, approvals)
    closeApproval(widget, approvals)
    for (const one of cancelled) one.cancel()
  }
  const stops = [modal.subscribe(check), router.subscribe(check)]
  approvals.stopWatching = () => {
    for (const stop of stops) stop()
  }
}

function isShown({ stores, config }: Widget): boolean {
  const isOpen = stores.modal.get().isOpen || config.embedded
  return isOpen && currentRoute(stores.router.get()).view === approvalRoute.view
}

/** Goes back to the view that made the request; without one the modal closes. */
function closeApproval(widget: Widget, approvals: Approvals): void {
  const { router } = widget.stores
  approvals.stopWatching()
  const { transactions = 0 } = router.get()
  if (transactions > 0) router.set({ transactions: transactions - 1 })
  if (!isShown(widget)) return
  if (transactions > 0) goBack(widget)
  else closeModal(widget)
}

function rejectMethod(widget: Widget, method: string): never {
  const { clock, log } = widget.ports
  const error = new NotAllowedError(method)
  log.error(`${error.message}: ${method}`)
  if (!widget.stores.modal.get().isOpen) openModal(widget)
  clock.sleep(limits.notAllowedDelay, widget.signal).then(
    () => notify(widget, { variant: 'error', message: actionText.notAllowed }),
    () => undefined, // the widget is destroyed
  )
  throw error
}

/** A confirmed request may have changed the balances. */
async function refreshHoldings(widget: Widget, namespace: Namespace): Promise<void> {
  try {
    const { invalidateActiveHoldings } = await import(
      '../../account/portfolio/invalidateHoldings.js'
    )
    invalidateActiveHoldings(widget, namespace)
  } catch (error) {
    widget.ports.log.warn('The balance was not refreshed', error)
  }
}
