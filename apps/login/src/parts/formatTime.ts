const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Time since something happened, in the largest unit that fits. */
export function formatTimeAgo(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const passed = Math.max(0, now - then)
  for (const [unit, length] of units) {
    if (passed >= length) return format.format(-Math.floor(passed / length), unit)
  }
  return 'just now'
}

/** A future time in the visitor's time zone. */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
