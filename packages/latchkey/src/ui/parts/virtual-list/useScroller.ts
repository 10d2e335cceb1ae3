import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Measures how much of a view its scroll container shows. */
export type Measure = (part: HTMLElement, scroller: HTMLElement) => void

/**
 * Measures at once, when sizes change, and in the frame after each scroll and render. `measure` must be
 * stable. While scrolling, the container is marked so that rows under a resting pointer do not highlight.
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

/** The scroll container of the view. */
export function getScroller(part: HTMLElement | null): HTMLElement | undefined {
  return part?.closest<HTMLElement>('.layer') ?? undefined
}

/** Distance from the top of the part to the top of the scroll container. */
export function getScrollOffset(part: HTMLElement, scroller: HTMLElement): number {
  return scroller.getBoundingClientRect().top - part.getBoundingClientRect().top
}

/** Rows from the first to the last. */
export type RowRange = { readonly first: number; readonly last: number }

/** Rows rendered beyond the edges, and how many are added at a time. */
type Overscan = { readonly reach: number; readonly batch: number }

/**
 * The rows to render next. Adds a batch when fewer than `reach` are left beyond an edge, so that most
 * frames render nothing. Returns the same object if no row is missing.
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

/** Always includes the focused row, so that keyboard focus survives scrolling. */
export function rowsToRender({ first, last }: RowRange, focused: number, count: number): number[] {
  const end = Math.min(last, count - 1)
  const rows = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index)
  if (focused >= count || (focused >= first && focused <= end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}
