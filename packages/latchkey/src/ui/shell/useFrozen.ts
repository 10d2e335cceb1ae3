import { useRef } from 'react'

/** The value as it was when it froze. */
export function useFrozen<value>(value: value, isFrozen: boolean): value {
  const kept = useRef(value)
  if (!isFrozen) kept.current = value
  return kept.current
}
