import { type RefObject, useLayoutEffect, useState } from 'react'

export type GridWindow = {
  readonly columns: number
  /** From the top of one row to the top of the next. */
  readonly rowHeight: number
  readonly gap: number
  /** The first and the last row to draw. */
  readonly first: number
  readonly last: number
  /** False while the height of a row is a guess. */
  readonly isMeasured: boolean
}

/** Narrowest cell, unless told otherwise, and the space between cells as the styles have it. */
const narrowestCell = 76
const gap = 8
/** Rows drawn beyond the edges, so that fast scrolling meets no holes. */
const spare = 3

const beginning: GridWindow = {
  columns: 4,
  rowHeight: 112,
  gap,
  first: 0,
  last: 8,
  isMeasured: false,
}

/** Which rows of a grid are within sight of whatever scrolls around it. */
export function useGridWindow(
  grid: RefObject<HTMLElement | null>,
  cell: number = narrowestCell,
): GridWindow {
  const [shown, setShown] = useState(beginning)

  useLayoutEffect(() => {
    const element = grid.current
    const scroller = element && scrollerOf(element)
    if (!element || !scroller) return
    const measure = () => {
      const row = element.querySelector<HTMLElement>('[role=row]')
      const rowHeight = row?.offsetHeight ? row.offsetHeight + gap : beginning.rowHeight
      const columns = Math.max(1, Math.floor((element.clientWidth + gap) / (cell + gap)))
      const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
      const first = Math.max(0, Math.floor(above / rowHeight) - spare)
      const last = Math.ceil((above + scroller.clientHeight) / rowHeight) + spare
      setShown((before) =>
        before.isMeasured &&
        before.columns === columns &&
        before.rowHeight === rowHeight &&
        before.first === first &&
        before.last === last
          ? before
          : // Rows of other columns are of another height: the next look tells.
            { columns, rowHeight, gap, first, last, isMeasured: before.columns === columns },
      )
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

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    // A view does not scroll while the card around it changes its height, and will do so after.
    if (getComputedStyle(parent).overflowY !== 'visible') return parent
  }
  return undefined
}
