/** Minimum speed of a flick, in px per ms. */
const minSpeed = 0.5
/** Minimum distance, as a share of the sheet's height. */
const minDistance = 0.35

type Drag = {
  readonly pointer: number
  readonly start: number
  last: number
  at: number
  speed: number
}

/**
 * Lets the sheet follow a finger on its header. Released fast or far enough, it requests to close;
 * otherwise it moves back. Returns a function that stops it.
 */
export function dragToClose(
  sheet: HTMLElement,
  options: { readonly enabled: () => boolean; readonly requestClose: () => void },
): () => void {
  let drag: Drag | undefined
  const stopped = new AbortController()
  const on = (type: string, listener: (event: PointerEvent) => void) =>
    sheet.addEventListener(type, listener as EventListener, { signal: stopped.signal })

  on('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0 || !options.enabled()) return
    const target = event.target as Element
    const header = target.closest('.header')
    if (!header || target.closest('button')) return
    const { pointerId: pointer, clientY: start, timeStamp: at } = event
    drag = { pointer, start, last: start, at, speed: 0 }
    header.setPointerCapture(pointer)
  })

  on('pointermove', (event) => {
    if (drag?.pointer !== event.pointerId) return
    const elapsed = event.timeStamp - drag.at
    if (elapsed > 0) drag.speed = (event.clientY - drag.last) / elapsed
    drag.last = event.clientY
    drag.at = event.timeStamp
    sheet.removeAttribute('data-settling')
    sheet.setAttribute('data-dragging', '')
    sheet.style.setProperty('--drag', `${Math.max(0, drag.last - drag.start)}px`)
  })

  function release(event: PointerEvent) {
    const ended = drag
    if (ended?.pointer !== event.pointerId) return
    drag = undefined
    if (!sheet.hasAttribute('data-dragging')) return
    const distance = Math.max(0, ended.last - ended.start)
    sheet.removeAttribute('data-dragging')
    sheet.setAttribute('data-settling', '')
    const isFar = ended.speed > minSpeed || distance > sheet.offsetHeight * minDistance
    if (isFar && event.type === 'pointerup') options.requestClose()
    // A closing sheet leaves from its current position.
    requestAnimationFrame(() => {
      if (sheet.closest('[data-phase=open]')) sheet.style.setProperty('--drag', '0px')
    })
  }
  on('pointerup', release)
  on('pointercancel', release)

  return () => stopped.abort()
}
