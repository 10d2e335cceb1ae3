import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  getScrollOffset,
  growRows,
  type RowRange,
  useScroller,
} from '../virtual-list/useScroller.js'

/** The rows to render, and their measures. */
export type GridWindow = RowRange & {
  readonly columns: number
  /** From the top of one row to the top of the next. */
  readonly rowHeight: number
  readonly gap: number
  /** Number of visible rows. */
  readonly page: number
  /** False while the row height is an estimate. */
  readonly isMeasured: boolean
}

/** The default minimum cell width; the gap is the same as in the styles. */
const narrowestCell = 76
const gap = 8
const ahead = { reach: 3, batch: 2 }

const beginning: GridWindow = {
  columns: 4,
  rowHeight: 112,
  gap,
  first: 0,
  last: 8,
  page: 4,
  isMeasured: false,
}

/** The rows of a grid to render: the visible ones and a few beyond. */
export function useGridWindow(
  grid: RefObject<HTMLElement | null>,
  count: number,
  cell: number = narrowestCell,
): GridWindow {
  const [drawn, setDrawn] = useState(beginning)
  const latest = useRef({ drawn, count })

  const look = useCallback(
    (element: HTMLElement, scroller: HTMLElement) => {
      const { drawn, count } = latest.current
      const row = element.querySelector<HTMLElement>('[role=row]')
      const rowHeight = row?.offsetHeight ? row.offsetHeight + gap : beginning.rowHeight
      const columns = Math.max(1, Math.floor((element.clientWidth + gap) / (cell + gap)))
      const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight))
      const isSame =
        drawn.isMeasured &&
        drawn.columns === columns &&
        drawn.rowHeight === rowHeight &&
        drawn.page === page
      const above = getScrollOffset(element, scroller)
      const end = Math.ceil(count / columns) - 1
      const sight = {
        first: Math.min(Math.max(0, Math.floor(above / rowHeight)), end),
        last: Math.min(Math.ceil((above + scroller.clientHeight) / rowHeight), end),
      }
      const rows = growRows(drawn, sight, end + 1, ahead)
      if (isSame && rows === drawn) return
      // With another number of columns the row height changes, so measure again.
      const isMeasured = drawn.columns === columns
      setDrawn({ first: rows.first, last: rows.last, columns, rowHeight, gap, page, isMeasured })
    },
    [cell],
  )

  useLayoutEffect(() => {
    latest.current = { drawn, count }
  }, [drawn, count])

  useScroller(grid, look)

  return drawn
}

type GridPosition = {
  readonly active: number
  readonly columns: number
  readonly count: number
  /** Number of visible rows. */
  readonly page: number
  readonly isRtl: boolean
}

/** The cell that a key moves to; undefined for other keys. */
export function getNextCell(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  { active, columns, count, page, isRtl }: GridPosition,
): number | undefined {
  const column = active % columns
  const rowStart = active - column
  const forward = isRtl ? -1 : 1
  const isWhole = ctrlKey || metaKey
  const target: Readonly<Record<string, number>> = {
    ArrowRight: active + forward,
    ArrowLeft: active - forward,
    ArrowDown: active + columns < count ? active + columns : active,
    ArrowUp: active - columns,
    PageDown: Math.min(active + page * columns, lastInColumn(column, columns, count)),
    PageUp: Math.max(active - page * columns, column),
    Home: isWhole ? 0 : rowStart,
    End: isWhole ? count - 1 : Math.min(rowStart + columns, count) - 1,
  }
  const next = Object.hasOwn(target, key) ? target[key] : undefined
  if (next === undefined || count === 0) return undefined
  return next >= 0 && next < count ? next : active
}

function lastInColumn(column: number, columns: number, count: number): number {
  const lastRow = Math.floor((count - 1) / columns)
  const index = lastRow * columns + column
  return index < count ? index : Math.max(column, index - columns)
}
