export type GridPlace = {
  readonly active: number
  readonly columns: number
  readonly count: number
  /** Rows within sight. */
  readonly page: number
  readonly isRtl: boolean
}

/** Where a key leads in a grid; undefined for keys that are not the grid's. */
export function gridMove(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  { active, columns, count, page, isRtl }: GridPlace,
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
