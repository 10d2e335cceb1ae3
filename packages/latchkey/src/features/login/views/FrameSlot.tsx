import { useEffect, useRef } from 'react'
import { currentRoute } from '../../../core/stores/router.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'

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
      </div>
    </>
  )
}

/** While one view gives way to another both have a place for the frame; it belongs to the newer one. */
function useIsCurrent(): boolean {
  const { modal, router } = useWidget().stores
  const shownIn = useRef(currentRoute(router.get()).view)
  const isCurrent = useStore(router, (state) => currentRoute(state).view === shownIn.current)
  const isOpen = useStore(modal, (state) => state.isOpen)
  return isCurrent || !isOpen
}
