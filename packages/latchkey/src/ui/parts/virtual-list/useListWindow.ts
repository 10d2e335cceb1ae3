import {
  type RefObject,
  startTransition,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Heights, type Layout, layOut, rowAt, topOf } from './listLayout.js'

export type ListWindow = {
  readonly heights: Heights
  readonly layout: Layout
  /** The first and the last row to draw. */
  readonly first: number
  readonly last: number
  /** Rows within sight. */
  readonly page: number
}

type Sight = Pick<ListWindow, 'heights' | 'first' | 'last' | 'page'>

/** Rows made beyond the edges, many at a time: most steps of a scrolling list draw nothing anew. */
const reach = 16
/** So few left beyond an edge ask for the next: enough for the time it takes to make them. */
const spare = 4

const beginning: Sight = { heights: { title: 40, row: 60 }, first: 0, last: 14, page: 8 }

/**
 * Which rows of a list are within sight of whatever scrolls around it. Rows that come or go above leave
 * the ones in sight where they are, unless the list is at its top: there the newest are to be seen.
 */
export function useListWindow(
  list: RefObject<HTMLElement | null>,
  counts: readonly number[],
  keyAt: (row: number) => string | undefined,
): ListWindow {
  const [sight, setSight] = useState(beginning)
  const layout = layOut(counts, sight.heights)
  const latest = useRef({ layout, keyAt })
  /** What is in the document, and what is to be. */
  const drawn = useRef(sight)
  const asked = useRef(sight)
  /** The first row in sight, and how far above the edge it begins; undefined at the top. */
  const anchor = useRef<{ readonly key: string | undefined; readonly row: number; above: number }>(
    undefined,
  )

  const measure = useCallback(() => {
    const element = list.current
    const scroller = scrollerOf(element)
    if (!element || !scroller) return
    const heights = measured(element)
    const { layout, keyAt } = latest.current
    const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
    const top = rowAt(layout, above, heights)
    const bottom = rowAt(layout, above + scroller.clientHeight, heights)
    anchor.current =
      above > 0
        ? { key: keyAt(top), row: top, above: above - topOf(layout, top, heights) }
        : undefined
    const isAsked = isSame(asked.current.heights, heights)
    if (isAsked && holds(asked.current, layout, top - spare, bottom + spare)) return
    const next = {
      heights,
      first: Math.max(0, top - reach),
      last: bottom + reach,
      page: Math.max(1, bottom - top - 1),
    }
    asked.current = next
    // With everything in sight at hand, the rows beyond are made a few at a time, between frames.
    if (isAsked && holds(drawn.current, layout, top, bottom)) startTransition(() => setSight(next))
    else setSight(next)
  }, [list])

  useLayoutEffect(() => {
    latest.current = { layout, keyAt }
    drawn.current = sight
    const element = list.current
    const scroller = scrollerOf(element)
    const kept = anchor.current
    if (!element || !scroller || !kept || keyAt(kept.row) === kept.key) return
    const row = findRow(layout.rows, (one) => keyAt(one) === kept.key)
    if (row === undefined) return
    const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
    scroller.scrollTop += topOf(layout, row, sight.heights) + kept.above - above
  })

  useLayoutEffect(() => {
    const element = list.current
    const scroller = scrollerOf(element)
    if (!element || !scroller) return
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    sizes.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [list, measure])

  return { ...sight, layout }
}

/** The view's own scroll area. While the card moves it is held still, so its style does not tell. */
function scrollerOf(list: HTMLElement | null): HTMLElement | undefined {
  return list?.closest<HTMLElement>('.layer') ?? undefined
}

/** As the styles have them; text may be larger than usual. */
function measured(list: HTMLElement): Heights {
  const title = list.querySelector<HTMLElement>('.virtual-title')
  const row = list.querySelector<HTMLElement>('.virtual-item')
  return {
    title: title?.offsetHeight || beginning.heights.title,
    row: row?.offsetHeight || beginning.heights.row,
  }
}

/** Whether rows are drawn, as far as there are any. */
function holds(sight: Sight, { rows }: Layout, first: number, last: number): boolean {
  return sight.first <= Math.max(0, first) && sight.last >= Math.min(rows - 1, last)
}

function isSame(one: Heights, other: Heights): boolean {
  return one.title === other.title && one.row === other.row
}

function findRow(rows: number, fits: (row: number) => boolean): number | undefined {
  for (let row = 0; row < rows; row++) if (fits(row)) return row
  return undefined
}
