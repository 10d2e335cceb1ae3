import { type PointerEvent, type RefObject, useRef } from 'react'

/** px per ms: a flick. */
const flick = 0.5
/** Share of the sheet's height. */
const farEnough = 0.35

type Drag = {
  readonly pointer: number
  readonly start: number
  last: number
  at: number
  speed: number
}

/**
 * Lets the sheet follow a finger on the header. Let go fast or far enough and it asks to close; if
 * that is refused, or let go earlier, it settles where it was.
 */
export function useDragToClose(
  card: RefObject<HTMLElement | null>,
  options: { readonly enabled: () => boolean; readonly requestClose: () => void },
) {
  const drag = useRef<Drag>(undefined)

  function release(event: PointerEvent<HTMLElement>) {
    const ended = drag.current
    const sheet = card.current
    if (!sheet || ended?.pointer !== event.pointerId) return
    drag.current = undefined
    if (!sheet.hasAttribute('data-dragging')) return
    const distance = Math.max(0, ended.last - ended.start)
    sheet.removeAttribute('data-dragging')
    sheet.setAttribute('data-settling', '')
    const isFar = ended.speed > flick || distance > sheet.offsetHeight * farEnough
    if (isFar && event.type === 'pointerup') options.requestClose()
    // A sheet that closes leaves from where it is; its position is forgotten with the element.
    requestAnimationFrame(() => {
      if (sheet.closest('[data-phase=open]')) sheet.style.setProperty('--drag', '0px')
    })
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!event.isPrimary || event.button !== 0 || !options.enabled()) return
      if ((event.target as Element).closest('button')) return
      drag.current = {
        pointer: event.pointerId,
        start: event.clientY,
        last: event.clientY,
        at: event.timeStamp,
        speed: 0,
      }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = drag.current
      const sheet = card.current
      if (!sheet || now?.pointer !== event.pointerId) return
      const elapsed = event.timeStamp - now.at
      if (elapsed > 0) now.speed = (event.clientY - now.last) / elapsed
      now.last = event.clientY
      now.at = event.timeStamp
      sheet.removeAttribute('data-settling')
      sheet.setAttribute('data-dragging', '')
      sheet.style.setProperty('--drag', `${Math.max(0, now.last - now.start)}px`)
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
