import { useEffect, useState } from 'react'
import type { ConfirmRequest } from '../screens/screens.js'

/** How many requests wait behind this one, now. */
export function useWaiting(line: ConfirmRequest['waiting']): number {
  const [count, setCount] = useState(() => line?.count() ?? 0)
  useEffect(() => {
    const look = () => setCount(line?.count() ?? 0)
    look()
    return line?.watch(look)
  }, [line])
  return count
}
