/** Where a key leads in a list; undefined for keys that are not the list's. */
export function rowMove(
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
