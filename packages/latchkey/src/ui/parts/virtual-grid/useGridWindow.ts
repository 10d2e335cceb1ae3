import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'

export type GridWindow = {
  readonly columns: number
  /** From the top of one row to the top of the next. */
  readonly rowHeight: number
  readonly gap: number
  /** The first and the last row to draw. */
  readonly first: number
  readonly last: number
  /** Rows within sight. */
  readonly page: number
  /** False while the height of a row is a guess. */
  readonly isMeasured: boolean
}

/** Narrowest cell, unless told otherwise, and the space between cells as the styles have it. */
const narrowestCell = 76
const gap = 8
/** Rows made beyond the edges, several at a time: most steps of a scrolling grid draw nothing anew. */
const reach = 4
/** So few left beyond an edge ask for the next: enough for the time it takes to make them. */
const spare = 2

const beginning: GridWindow = {
  columns: 4,
  rowHeight: 112,
  gap,
  first: 0,
  last: 8,
  page: 4,
  isMeasured: false,
}

/** Which rows of a grid are within sight of whatever scrolls around it. */
export function useGridWindow(
  grid: RefObject<HTMLElement | null>,
  cell: number = narrowestCell,
): GridWindow {
  const [shown, setShown] = useState(beginning)
  /** What is in the document, and what is to be. */
  const drawn = useRef(shown)
  const asked = useRef(shown)

  useLayoutEffect(() => {
    drawn.current = shown
  }, [shown])

  useLayoutEffect(() => {
    const element = grid.current
    const scroller = element && scrollerOf(element)
    if (!element || !scroller) return
    const measure = () => {
      const row = element.querySelector<HTMLElement>('[role=row]')
      const rowHeight = row?.offsetHeight ? row.offsetHeight + gap : beginning.rowHeight
      const columns = Math.max(1, Math.floor((element.clientWidth + gap) / (cell + gap)))
      const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
      const top = Math.floor(above / rowHeight)
      const bottom = Math.ceil((above + scroller.clientHeight) / rowHeight)
      const before = asked.current
      const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight))
      const isSame =
        before.isMeasured &&
        before.columns === columns &&
        before.rowHeight === rowHeight &&
        before.page === page
      if (isSame && holds(before, top - spare, bottom + spare)) return
      // Rows of other columns are of another height: the next look tells.
      const isMeasured = before.columns === columns
      const [first, last] = [Math.max(0, top - reach), bottom + reach]
      const next = { columns, rowHeight, gap, first, last, page, isMeasured }
      asked.current = next
      // With everything in sight at hand, the rows beyond are made a few at a time, between frames.
      if (isSame && holds(drawn.current, top, bottom)) startTransition(() => setShown(next))
      else setShown(next)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    sizes.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [grid, cell])

  return shown
}

/** Whether rows are drawn; below the end there are none to miss. */
function holds(window: GridWindow, first: number, last: number): boolean {
  return window.first <= Math.max(0, first) && window.last >= last
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    // A view does not scroll while the card around it changes its height, and will do so after.
    if (getComputedStyle(parent).overflowY !== 'visible') return parent
  }
  return undefined
}
