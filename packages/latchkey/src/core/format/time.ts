const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day
const year = 365 * day

/** Public surface §8.2: these, in English, whatever the page's language. */
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** How long something lasted, or how long ago it was: `5 min`, `1 hr`, `3 hrs`. Never negative. */
export function formatDuration(ms: number): string {
  const count = (unit: number) => Math.floor(ms / unit)
  if (ms < minute) return `${Math.max(0, count(second))} sec`
  if (ms < hour) return `${count(minute)} min`
  if (ms < 2 * hour) return '1 hr'
  if (ms < day) return `${count(hour)} hrs`
  if (ms < month) return `${count(day)} d`
  if (ms < year) return `${count(month)} mo`
  return `${count(year)} yr`
}

/** A day of a year that is clear from its place: `05 Nov`. */
export function formatDay(time: number): string {
  const date = new Date(time)
  return `${String(date.getDate()).padStart(2, '0')} ${nameOf(date).slice(0, 3)}`
}

/** `November`, and `November 2025` in another year than now. */
export function formatMonth(time: number, now: number): string {
  const date = new Date(time)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return isThisYear ? nameOf(date) : `${nameOf(date)} ${date.getFullYear()}`
}

/** Equal for times of the same month, and greater for later ones. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return date.getFullYear() * 12 + date.getMonth()
}

/** Writes a time in full, as the visitor's own language has it. Made once: it is dear to make. */
export function createMomentFormat(
  options: { readonly locale?: string; readonly timeZone?: string } = {},
): (time: number) => string {
  const { locale, timeZone } = options
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  })
  return (time) => format.format(time)
}

function nameOf(date: Date): string {
  return monthNames[date.getMonth()] ?? ''
}
