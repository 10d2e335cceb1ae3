import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Looks what is seen of a part of a view through what scrolls around it. */
export type Measure = (part: HTMLElement, scroller: HTMLElement) => void

/**
 * Has a look at once and when sizes change, and with the frame after every scroll and every drawing.
 * `look` is to stay the same. What scrolls is marked until the pointer moves: rows that pass below a
 * resting one are not to light up in turn, which costs as much again as scrolling itself.
 */
export function useScroller(part: RefObject<HTMLElement | null>, look: Measure): void {
  const lookSoon = useRef(() => {})

  useLayoutEffect(() => {
    const [element, scroller] = [part.current, getScroller(part.current)]
    if (!element || !scroller) return
    let frame = 0
    const lookNow = () => look(element, scroller)
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(lookNow)
    }
    const mark = (state: 'still' | 'scrolled') => {
      if (scroller.dataset.long !== state) scroller.dataset.long = state
    }
    const onMove = () => mark('still')
    const onScroll = () => {
      mark('scrolled')
      soon()
    }
    lookSoon.current = soon
    onMove()
    lookNow()
    const sizes = new ResizeObserver(lookNow)
    sizes.observe(element)
    sizes.observe(scroller)
    scroller.addEventListener('scroll', onScroll)
    scroller.addEventListener('pointermove', onMove)
    return () => {
      lookSoon.current = () => {}
      cancelAnimationFrame(frame)
      delete scroller.dataset.long
      sizes.disconnect()
      scroller.removeEventListener('scroll', onScroll)
      scroller.removeEventListener('pointermove', onMove)
    }
  }, [part, look])

  useLayoutEffect(() => lookSoon.current())
}

/** The view's own scroll area. While the card moves it is held still, so its style does not tell. */
export function getScroller(part: HTMLElement | null): HTMLElement | undefined {
  return part?.closest<HTMLElement>('.layer') ?? undefined
}

/** How far the upper edge of the scroll area is below that of the part. */
export function getScrollOffset(part: HTMLElement, scroller: HTMLElement): number {
  return scroller.getBoundingClientRect().top - part.getBoundingClientRect().top
}

/** Rows from the first to the last. */
export type RowRange = { readonly first: number; readonly last: number }

/** How many rows are to be at hand beyond the edges, and how many are made together. */
type Overscan = { readonly reach: number; readonly batch: number }

/**
 * The rows to draw next: a batch more where fewer than `reach` are left beyond an edge, because most
 * frames then have nothing to make. The very same span where none is missing.
 */
export function growRows(
  drawn: RowRange,
  sight: RowRange,
  count: number,
  { reach, batch }: Overscan,
): RowRange {
  const first = Math.max(0, sight.first - reach)
  const last = Math.min(count - 1, sight.last + reach)
  if (drawn.first <= first && drawn.last >= last) return drawn
  return drawn.last < last
    ? { first, last: Math.min(count - 1, last + batch) }
    : { first: Math.max(0, first - batch), last }
}

/** In order. The row with the focus is among them: scrolled away it must not vanish under the keyboard. */
export function rowsToRender({ first, last }: RowRange, focused: number, count: number): number[] {
  const end = Math.min(last, count - 1)
  const rows = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index)
  if (focused >= count || (focused >= first && focused <= end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}
