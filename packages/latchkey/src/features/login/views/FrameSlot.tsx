import { type FocusEvent, useEffect, useRef } from 'react'
import { currentRoute } from '../../../core/modal/store.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Skeleton } from '../../../ui/parts/skeleton/Skeleton.js'

/**
 * The place where the login frame shows what it draws. The frame is asked for room by its own height
 * and gets what the card has: it scrolls inside itself, so that no part of a confirmation is out of
 * sight. Also there while it shows nothing, or the frame could not measure itself.
 */
export function FrameSlot() {
  const { stores } = useWidget()
  const height = useStore(stores.login, (state) => state.screenHeight)
  const isMine = useIsCurrent()
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
        {isMine && <slot ref={slot} name="latchkey-login" />}
        {isShown && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it hands the focus on and is nothing itself.
          <span tabIndex={reachable} onFocus={goRound} />
        )}
      </div>
    </>
  )
}

/** Stands after the frame, so that Tab comes back from its last control. */
const reachable = 0

/** Goes on at the top of the card, as after the last control of any view; from there back to the frame. */
function goRound({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  const root = currentTarget.getRootNode() as ShadowRoot
  const [frame] = root.querySelector('slot')?.assignedElements() ?? []
  const first = root.querySelector('button')
  const next = relatedTarget === first ? frame : first
  if (next instanceof HTMLElement) next.focus()
}

/** While one view gives way to another both have a place for the frame; it belongs to the newer one. */
function useIsCurrent(): boolean {
  const { modal, router } = useWidget().stores
  const shownIn = useRef(currentRoute(router.get()).view)
  const isCurrent = useStore(router, (state) => currentRoute(state).view === shownIn.current)
  const isOpen = useStore(modal, (state) => state.isOpen)
  return isCurrent || !isOpen
}

/** A view that the login frame draws, from the moment it has something to show. */
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
