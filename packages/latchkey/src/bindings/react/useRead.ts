import { useCallback, useEffect, useRef, useState } from 'react'

export type ReadState<value, error> = {
  readonly data: value | undefined
  readonly isLoading: boolean
  readonly error: error | undefined
}

/** Runs a read on demand. The last call decides. `toError` must be a stable reference. */
export function useRead<value, error>(
  read: () => Promise<value>,
  toError: (cause: unknown) => error,
): ReadState<value, error> & { readonly fetch: () => Promise<void> } {
  const [state, setState] = useState<ReadState<value, error>>({
    data: undefined,
    isLoading: false,
    error: undefined,
  })
  const current = useRef<symbol>(undefined)
  const fetch = useCallback(async () => {
    const mine = Symbol('read')
    current.current = mine
    setState(({ data }) => ({ data, isLoading: true, error: undefined }))
    try {
      const data = await read()
      if (current.current === mine) setState({ data, isLoading: false, error: undefined })
    } catch (cause) {
      if (current.current !== mine) return
      setState(({ data }) => ({ data, isLoading: false, error: toError(cause) }))
    }
  }, [read, toError])
  useEffect(
    () => () => {
      current.current = undefined
    },
    [],
  )
  return { ...state, fetch }
}
