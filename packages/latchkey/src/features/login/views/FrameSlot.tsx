import { type FocusEvent, useEffect, useRef } from 'react'
import { currentRoute } from '../../../core/modal/store.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'

/** A view that the login frame renders, with a skeleton until it does. */
export function FrameScreen() {
  const { login } = useWidget().stores
  const isPending = useStore(login, (state) => state.screenHeight === 0)
  return (
    <>
      <FrameSlot />
      {isPending && (
        <div className="pending">
          <Skeleton kind="row" count={3} />
        </div>
      )}
    </>
  )
}

/**
 * Shows the login frame at the height it requests, up to the height of the card; the frame scrolls inside.
 * Also mounted while the frame is empty, so that it can measure itself.
 */
export function FrameSlot() {
  const { stores } = useWidget()
  const height = useStore(stores.login, (state) => state.screenHeight)
  const isCurrent = useIsCurrent()
  const slot = useRef<HTMLSlotElement>(null)
  const isShown = height > 0

  useEffect(() => {
    const [frame] = slot.current?.assignedElements() ?? []
    if (isShown && frame instanceof HTMLElement) frame.focus({ preventScroll: true })
  }, [isShown])

  return (
    <>
      <div className="frame-space" style={{ blockSize: height }} />
      <div className="frame-screen" data-shown={isShown || undefined}>
        {isCurrent && <slot ref={slot} name="latchkey-login" />}
        {isShown && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only forwards the focus
          <span tabIndex={focusable} onFocus={wrapFocus} />
        )}
      </div>
    </>
  )
}

/** An element after the frame, so that Tab leaves its last control. */
const focusable = 0

/** Moves the focus to the first button of the card, or from there back into the frame. */
function wrapFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  const root = currentTarget.getRootNode() as ShadowRoot
  const [frame] = root.querySelector('slot')?.assignedElements() ?? []
  const first = root.querySelector('button')
  const next = relatedTarget === first ? frame : first
  if (next instanceof HTMLElement) next.focus()
}

/** During a transition two views have a slot; the frame belongs to the newer one. */
function useIsCurrent(): boolean {
  const { modal, router } = useWidget().stores
  const shownIn = useRef(currentRoute(router.get()).view)
  const isCurrent = useStore(router, (state) => currentRoute(state).view === shownIn.current)
  const isOpen = useStore(modal, (state) => state.isOpen)
  return isCurrent || !isOpen
}
