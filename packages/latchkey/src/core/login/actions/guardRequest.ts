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
  /** Takes back what nobody has confirmed yet. Rejects when the wallet does not even hear that. */
  callOff(): Promise<unknown>
}

type Approval = { callOff(): void }

type Approvals = {
  /** One for each request whose confirmation the visitor still looks at. */
  readonly open: Set<Approval>
  stopWatching: () => void
}

/**
 * Lets a request through to the embedded wallet (specification §4): reads as they are, what commits the
 * visitor only while the modal shows the frame's confirmation, and nothing else.
 *
 * Leaving the confirmation takes back what was not confirmed. What was is under way then, and the site
 * hears how it ended: it must never take for refused what is being sent.
 */
export async function guardRequest(
  widget: Widget,
  { method, namespace, signal, run, callOff }: GuardRequestParameters,
): Promise<unknown> {
  const ending = signal ? AbortSignal.any([widget.signal, signal]) : widget.signal
  ending.throwIfAborted()
  const policy = methodPolicy(method)
  if (policy === 'safe') return run(ending)
  if (policy === 'unknown') return refuse(widget, method)

  const approvals = getOrCreate(widget, createApprovals)
  const deaf = new AbortController()
  const mine: Approval = {
    callOff: () => void callOff().catch(() => deaf.abort(new FrameClosedError({ isRpc: true }))),
  }
  show(widget, approvals)
  approvals.open.add(mine)
  count(widget, approvals)
  try {
    const stop = AbortSignal.any([ending, deaf.signal])
    const answer = await raceAbort(stop, run(stop))
    void refreshHoldings(widget, namespace)
    return answer
  } finally {
    const wasShown = approvals.open.delete(mine)
    count(widget, approvals)
    if (wasShown && approvals.open.size === 0) leave(widget, approvals)
  }
}

function createApprovals(): Approvals {
  return { open: new Set(), stopWatching: () => undefined }
}

function count({ stores }: Widget, { open }: Approvals): void {
  stores.login.set({ approvals: open.size })
}

const approval = { view: 'ApproveTransaction', params: undefined } as const

/** Opens the modal on the confirmation, or puts that over the view which waits for it. */
function show(widget: Widget, approvals: Approvals): void {
  if (approvals.open.size > 0) return
  const { modal, router } = widget.stores
  if (modal.get().isOpen || widget.config.embedded) {
    router.set(({ transactions = 0 }) => ({ transactions: transactions + 1 }))
    navigate(widget, approval)
  } else {
    navigate(widget, { ...approval, how: 'reset' })
    modal.set({ isOpen: true, namespace: undefined })
    recordEvent(widget, { event: 'MODAL_OPEN', properties: { connected: true } })
  }
  // What the visitor no longer sees they cannot confirm.
  const check = () => {
    if (isShown(widget)) return
    const left = [...approvals.open]
    approvals.open.clear()
    count(widget, approvals)
    leave(widget, approvals)
    for (const one of left) one.callOff()
  }
  const stops = [modal.subscribe(check), router.subscribe(check)]
  approvals.stopWatching = () => {
    for (const stop of stops) stop()
  }
}

function isShown({ stores, config }: Widget): boolean {
  const isOpen = stores.modal.get().isOpen || config.embedded
  return isOpen && currentRoute(stores.router.get()).view === approval.view
}

/** Back to the view that waits for the outcome, which the stack tells of; without one the modal closes. */
function leave(widget: Widget, approvals: Approvals): void {
  const { router } = widget.stores
  approvals.stopWatching()
  const { transactions = 0 } = router.get()
  if (transactions > 0) router.set({ transactions: transactions - 1 })
  if (!isShown(widget)) return
  if (transactions > 0) goBack(widget)
  else closeModal(widget)
}

function refuse(widget: Widget, method: string): never {
  const { clock, log } = widget.ports
  const error = new NotAllowedError(method)
  log.error(`${error.message}: ${method}`)
  if (!widget.stores.modal.get().isOpen) openModal(widget)
  clock.sleep(limits.notAllowedDelay, widget.signal).then(
    () => notify(widget, { variant: 'error', message: actionText.notAllowed }),
    () => undefined, // the widget is gone
  )
  throw error
}

/** Whatever was confirmed, the account may hold something else now. */
async function refreshHoldings(widget: Widget, namespace: Namespace): Promise<void> {
  try {
    const { invalidateActiveHoldings } = await import('../../account/portfolio/invalidateHoldings.js')
    invalidateActiveHoldings(widget, namespace)
  } catch (error) {
    widget.ports.log.warn('The balance was not refreshed', error)
  }
}
