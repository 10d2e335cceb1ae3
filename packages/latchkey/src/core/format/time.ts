const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day
const year = 365 * day

/** Public surface §8.2: always English. */
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

/** A duration or an age: `5 min`, `1 hr`, `3 hrs`. Never negative. */
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

/** A day without its year: `05 Nov`. */
export function formatDay(time: number): string {
  const date = new Date(time)
  return `${String(date.getDate()).padStart(2, '0')} ${nameOf(date).slice(0, 3)}`
}

/** `November`, or `November 2025` for a year other than the current one. */
export function formatMonth(time: number, now: number): string {
  const date = new Date(time)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return isThisYear ? nameOf(date) : `${nameOf(date)} ${date.getFullYear()}`
}

/** Equal for times in the same month, greater for later months. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return date.getFullYear() * 12 + date.getMonth()
}

/** Formats date and time in the visitor's language. Create it once, because creating it is slow. */
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
