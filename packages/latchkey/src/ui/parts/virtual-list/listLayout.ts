/** Heights including the gap to the next element. */
export type Heights = { readonly title: number; readonly row: number }

/** A group's first row, its distance from the top of the list in pixels, and its number of rows. */
export type VisibleRows = { readonly firstRow: number; readonly top: number; readonly rows: number }

export type Layout = {
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
