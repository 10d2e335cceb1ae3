import { useEffect, useState } from 'react'
import { useWidget } from './context.js'

/** A value as it is once it has not changed for `pause` milliseconds. */
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
