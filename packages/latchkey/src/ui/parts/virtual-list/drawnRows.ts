/** Rows from the first to the last. */
export type Span = { readonly first: number; readonly last: number }

/** How many rows are to be at hand beyond the edges, and how many are made together. */
export type Ahead = { readonly reach: number; readonly batch: number }

/**
 * The rows to draw next: a batch more where fewer than `reach` are left beyond an edge, because most
 * frames then have nothing to make. The very same span where none is missing.
 */
export function growRows(drawn: Span, sight: Span, count: number, { reach, batch }: Ahead): Span {
  const first = Math.max(0, sight.first - reach)
  const last = Math.min(count - 1, sight.last + reach)
  if (drawn.first <= first && drawn.last >= last) return drawn
  return drawn.last < last
    ? { first, last: Math.min(count - 1, last + batch) }
    : { first: Math.max(0, first - batch), last }
}

/** In order. The row with the focus is among them: scrolled away it must not vanish under the keyboard. */
export function rowsToDraw({ first, last }: Span, focused: number, count: number): number[] {
  const end = Math.min(last, count - 1)
  const rows = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index)
  if (focused >= count || (focused >= first && focused <= end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}
