import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  getScroller,
  getScrollOffset,
  growRows,
  type RowRange,
  useScroller,
} from './useScroller.js'

export type ListWindow = RowRange & {
  readonly heights: Heights
  readonly layout: Layout
  readonly sight: RowRange
}

const ahead = { reach: 4, batch: 18 }

const beginning = {
  heights: { title: 40, row: 60 },
  first: 0,
  last: 14,
  sight: { first: 0, last: 14 },
}

/**
 * The rows of a list to render: the visible ones and a few beyond. When rows are added or removed above,
 * the visible ones stay in place, except at the top, where new rows must be visible.
 */
export function useListWindow(
  list: RefObject<HTMLElement | null>,
  counts: readonly number[],
  keyAt: (row: number) => string | undefined,
): ListWindow {
  const [drawn, setDrawn] = useState(beginning)
  const layout = createLayout(counts, drawn.heights)
  const latest = useRef({ drawn, layout, keyAt })
  /** The first visible row and its offset above the edge; undefined at the top. */
  const anchor = useRef<{ readonly key: string | undefined; readonly row: number; above: number }>(
    undefined,
  )

  const look = useCallback((element: HTMLElement, scroller: HTMLElement) => {
    const heights = measured(element)
    const { drawn, layout, keyAt } = latest.current
    const above = getScrollOffset(element, scroller)
    const first = getRowAt(layout, above, heights)
    const last = getRowAt(layout, above + scroller.clientHeight, heights)
    anchor.current =
      above > 0
        ? { key: keyAt(first), row: first, above: above - getRowTop(layout, first, heights) }
        : undefined
    const sight = { first, last }
    const rows = growRows(drawn, sight, layout.rows, ahead)
    const isSame = drawn.heights.title === heights.title && drawn.heights.row === heights.row
    if (!isSame || rows !== drawn) setDrawn({ ...rows, heights, sight })
  }, [])

  useLayoutEffect(() => {
    latest.current = { drawn, layout, keyAt }
    const [element, scroller, kept] = [list.current, getScroller(list.current), anchor.current]
    if (!element || !scroller || !kept || keyAt(kept.row) === kept.key) return
    let row = 0
    while (row < layout.rows && keyAt(row) !== kept.key) row++
    if (row === layout.rows) return
    const moved =
      getRowTop(layout, row, drawn.heights) + kept.above - getScrollOffset(element, scroller)
    scroller.scrollTop += moved
  })

  useScroller(list, look)

  return { ...drawn, layout }
}

/** Measured, because the visitor may use a larger font size. */
function measured(list: HTMLElement): Heights {
  const title = list.querySelector<HTMLElement>('.virtual-title')
  const row = list.querySelector<HTMLElement>('.virtual-item')
  return {
    title: title?.offsetHeight || beginning.heights.title,
    row: row?.offsetHeight || beginning.heights.row,
  }
}

/** Heights including the gap to the next element. */
type Heights = { readonly title: number; readonly row: number }

/** A group's first row, its distance from the top of the list in pixels, and its number of rows. */
type VisibleRows = { readonly firstRow: number; readonly top: number; readonly rows: number }

type Layout = {
  readonly groups: readonly VisibleRows[]
  readonly rows: number
  readonly height: number
}

/** The layout of groups with these numbers of rows. */
export function createLayout(counts: readonly number[], heights: Heights): Layout {
  const groups: VisibleRows[] = []
  let firstRow = 0
  let top = 0
  for (const rows of counts) {
    groups.push({ firstRow, top, rows })
    firstRow += rows
    top += getGroupHeight(rows, heights)
  }
  return { groups, rows: firstRow, height: top }
}

export function getGroupHeight(rows: number, heights: Heights): number {
  return heights.title + rows * heights.row
}

/** The index of the row's group; the last group if there is no such row. */
export function getGroupIndex({ groups }: Layout, row: number): number {
  let low = 0
  let high = groups.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((groups[middle]?.firstRow ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** Distance from the top of the list to the row. */
export function getRowTop(layout: Layout, row: number, heights: Heights): number {
  const group = layout.groups[getGroupIndex(layout, row)]
  if (!group) return 0
  return group.top + heights.title + (row - group.firstRow) * heights.row
}

/** The row at a height or the next one below; the last row below the end. */
export function getRowAt(layout: Layout, height: number, heights: Heights): number {
  let low = 0
  let high = Math.max(0, layout.rows - 1)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (getRowTop(layout, middle, heights) + heights.row > height) high = middle
    else low = middle + 1
  }
  return low
}

/** The row that a key moves to; undefined for other keys. */
export function getNextRow(
  key: string,
  { active, count, page }: { active: number; count: number; page: number },
): number | undefined {
  const target: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(target, key) ? target[key] : undefined
  if (next === undefined || count === 0) return undefined
  return Math.min(Math.max(next, 0), count - 1)
}
