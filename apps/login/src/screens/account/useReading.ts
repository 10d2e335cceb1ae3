import { useState } from 'react'
import { type Outcome, usePromise } from '../../approve/usePromise.js'

export type Reading<value> = { readonly outcome: Outcome<value>; again(): void }

/** Reads once, and whenever `again` is called. */
export function useReading<value>(read: () => Promise<value>): Reading<value> {
  const [promise, setPromise] = useState(read)
  return { outcome: usePromise(promise), again: () => setPromise(read()) }
}
