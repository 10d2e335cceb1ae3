import { monthOf } from '../../core/format/time.js'
import { type ActivityItem, isOpen } from './activityItem.js'

export type Month = {
  readonly key: string
  /** Of its newest transaction. */
  readonly time: number
  readonly items: readonly ActivityItem[]
}

/** Groups of one month each, in the order given. What is still open belongs to the newest month there is. */
export function byMonth(items: readonly ActivityItem[]): readonly Month[] {
  const newest = items.reduce((latest, { time }) => Math.max(latest, time), 0)
  const months: { key: string; time: number; items: ActivityItem[] }[] = []
  for (const item of items) {
    const time = isOpen(item) ? newest : item.time
    const key = String(monthOf(time))
    const last = months.at(-1)
    if (last?.key === key) last.items.push(item)
    else months.push({ key, time, items: [item] })
  }
  return months
}
