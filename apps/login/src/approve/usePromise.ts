import { useEffect, useState } from 'react'

export type Outcome<value> =
  | { readonly state: 'waiting' }
  | { readonly state: 'known'; readonly value: value }
  | { readonly state: 'failed' }

/** The current state of a promise. */
export function usePromise<value>(promise: Promise<value> | undefined): Outcome<value> {
  const [outcome, setOutcome] = useState<Outcome<value>>({ state: 'waiting' })
  useEffect(() => {
    let isOver = false
    setOutcome({ state: 'waiting' })
    promise?.then(
      (value) => !isOver && setOutcome({ state: 'known', value }),
      () => !isOver && setOutcome({ state: 'failed' }),
    )
    return () => {
      isOver = true
    }
  }, [promise])
  return outcome
}
