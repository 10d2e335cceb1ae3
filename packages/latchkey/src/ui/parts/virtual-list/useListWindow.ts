import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createLayout, getRowAt, getRowTop, type Heights, type Layout } from './listLayout.js'
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
