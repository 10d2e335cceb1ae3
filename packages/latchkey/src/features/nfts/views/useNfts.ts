import { useEffect, useMemo, useRef, useState } from 'react'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { loadNfts } from '../actions/loadNfts.js'
import type { Collectible } from '../collectible.js'
import { emptyList, type NftOwner, nftsOf, ownerKey } from '../store.js'

export type Nfts = {
  readonly visible: readonly Collectible[]
  /** How many are possible spam. */
  readonly hidden: number
  readonly isFirstLoad: boolean
  readonly isLoading: boolean
  /** More are loaded when the visitor scrolls to the end. */
  readonly hasMore: boolean
  /** More may exist, but are loaded only on request. */
  readonly canLoadMore: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly loadMore: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** An account's collectibles, loaded page by page while scrolling. */
export function useNfts({ address, network }: NftOwner, showsHidden: boolean): Nfts {
  const widget = useWidget()
  const key = ownerKey({ address, network })
  const list = useStore(nftsOf(widget), ({ lists }) => lists[key] ?? emptyList)
  const { run, status } = useAction(loadNfts, { quiet: true })

  // The next page waits until the first one is known to be fresh.
  const [checked, setChecked] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    run({ address, network, goal: 'first' }).then(() => {
      if (isCurrent) setChecked(ownerKey({ address, network }))
    })
    return () => {
      isCurrent = false
    }
  }, [run, address, network])

  const { items, next, isExhausted, failure } = list
  const visible = useMemo(
    () => (showsHidden ? items : items.filter(({ isSpam }) => !isSpam)),
    [items, showsHidden],
  )
  const isNearEnd = useRef(false)
  const hasPages = typeof next === 'string' && failure === undefined
  const hasMore = hasPages && !isExhausted && visible.length > 0
  function loadNext() {
    if (!hasMore || !isNearEnd.current || status !== 'idle' || checked !== key) return
    run({ address, network, goal: 'next' })
  }
  useEffect(loadNext)

  return {
    visible,
    hidden: items.filter(({ isSpam }) => isSpam).length,
    isFirstLoad: next === undefined && failure === undefined,
    isLoading: status === 'running',
    hasMore,
    canLoadMore: hasPages && !hasMore,
    error: failure?.error,
    retry: () => run({ address, network, goal: 'again' }),
    loadMore: () => run({ address, network, goal: 'next' }),
    onNearEnd(isNear) {
      const wasNear = isNearEnd.current
      isNearEnd.current = isNear
      // Scrolling re-renders the grid, but not this view.
      if (isNear && !wasNear) loadNext()
    },
  }
}
