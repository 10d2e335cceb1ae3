import type { Ports } from '../../../core/ports.js'

/** Pixels per millisecond from which nobody can aim at a row any more. */
const fast = 0.5
/** How long after the last fast step the pointer counts again, in milliseconds. */
const rest = 200

/**
 * While a list flies past below a resting pointer, the pointer is not told about every row: lighting each
 * of them up for a moment costs more than the scrolling itself. The styles read `data-fast`.
 */
export function quietWhileFast(
  scroller: HTMLElement,
  list: HTMLElement,
  clock: Ports['clock'],
): () => void {
  const over = new AbortController()
  let top = scroller.scrollTop
  let time = 0
  let isFast = false
  let lastFast = 0
  const waitForRest = () => {
    clock.sleep(rest, over.signal).then(
      () => {
        if (clock.now() - lastFast < rest) return waitForRest()
        isFast = false
        list.removeAttribute('data-fast')
      },
      () => undefined, // the list is gone
    )
  }
  const onScroll = () => {
    const now = clock.now()
    const speed = Math.abs(scroller.scrollTop - top) / Math.max(1, now - time)
    top = scroller.scrollTop
    time = now
    if (speed < fast) return
    lastFast = now
    if (isFast) return
    isFast = true
    list.setAttribute('data-fast', '')
    waitForRest()
  }
  scroller.addEventListener('scroll', onScroll, { passive: true, signal: over.signal })
  return () => over.abort()
}
