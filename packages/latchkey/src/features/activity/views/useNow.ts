import { useEffect, useState } from 'react'
import { useWidget } from '../../../ui/hooks/context.js'

/** How often the list tells the time anew. */
const tick = 20_000

/** The time, now and then. */
export function useNow(): number {
  const { clock } = useWidget().ports
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const over = new AbortController()
    const wait = () => {
      clock.sleep(tick, over.signal).then(
        () => {
          setNow(clock.now())
          wait()
        },
        () => undefined, // nobody looks any more
      )
    }
    wait()
    return () => over.abort()
  }, [clock])
  return now
}
