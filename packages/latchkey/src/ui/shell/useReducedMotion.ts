import { useMemo } from 'react'

/** Whether the visitor asked their system for less movement, as of the first look. */
export function useReducedMotion(): boolean {
  return useMemo(() => matchMedia('(prefers-reduced-motion: reduce)').matches, [])
}
