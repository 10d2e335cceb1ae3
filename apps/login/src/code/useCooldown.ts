import { useEffect, useReducer } from 'react'
import type { Clock } from '../screens/clock.js'

/** Seconds left until a time, updated every second. */
export function useCooldown(clock: Clock, until: number): number {
  const [, redraw] = useReducer((count: number, _: undefined) => count + 1, 0)
  const left = until - clock.now()
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` changes with every drawing
  useEffect(() => {
    if (seconds === 0) return
    return clock.after(left - (seconds - 1) * 1_000, () => redraw(undefined))
  }, [clock, until, seconds])
  return seconds
}
