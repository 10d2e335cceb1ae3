import { useEffect, useState } from 'react'
import { useWidget } from './context.js'

const second = 1_000
const lastMinute = 60 * second

/** Whole seconds until `end` during the last minute, otherwise undefined. */
export function useSecondsLeft(end: number | undefined): number | undefined {
  const { clock } = useWidget().ports
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (end === undefined) return
    const over = new AbortController()
    const wait = (ms: number) => {
      clock.sleep(ms, over.signal).then(tick, () => undefined) // ended by a newer end
    }
    const tick = () => {
      const remaining = Math.max(0, end - clock.now())
      if (remaining > lastMinute) return wait(remaining - lastMinute)
      setLeft(Math.ceil(remaining / second))
      if (remaining > 0) wait(remaining % second || second)
    }
    tick()
    return () => {
      over.abort()
      setLeft(undefined)
    }
  }, [clock, end])
  return left
}

/** The value once it has not changed for `pause` milliseconds. */
export function useDebouncedValue<value>(value: value, pause: number): value {
  const { clock } = useWidget().ports
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const outdated = new AbortController()
    clock.sleep(pause, outdated.signal).then(
      () => setSettled(value),
      () => undefined, // replaced by a newer value
    )
    return () => outdated.abort()
  }, [clock, pause, value])
  return settled
}
