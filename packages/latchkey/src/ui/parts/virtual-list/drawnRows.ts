/** Rows from the first to the last. */
export type Span = { readonly first: number; readonly last: number }

/**
 * The rows to draw next: those in sight at once, those beyond, up to `reach`, one at a time, because many
 * made together are a frame that comes late. The very same span where nothing is missing.
 */
export function growRows(drawn: Span, sight: Span, count: number, reach: number): Span {
  const first = Math.max(0, sight.first - reach)
  const last = Math.min(count - 1, sight.last + reach)
  if (drawn.first <= first && drawn.last >= last) return drawn
  const from = Math.max(first, Math.min(drawn.first, sight.first))
  const to = Math.min(last, Math.max(drawn.last, sight.last))
  return last - to >= from - first ? { first: from, last: to + 1 } : { first: from - 1, last: to }
}

/** In order. The row with the focus is among them: scrolled away it must not vanish under the keyboard. */
export function rowsToDraw({ first, last }: Span, focused: number, count: number): number[] {
  const end = Math.min(last, count - 1)
  const rows = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index)
  if (focused >= count || (focused >= first && focused <= end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}
