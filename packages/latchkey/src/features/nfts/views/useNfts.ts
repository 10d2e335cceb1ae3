import { useEffect, useMemo, useRef, useState } from 'react'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { loadNfts } from '../actions/loadNfts.js'
import type { Collectible } from '../collectible.js'
import { type NftOwner, nftsOf, ownerKey, unread } from '../store.js'

export type Nfts = {
  readonly visible: readonly Collectible[]
  /** How many are hidden until they are asked for. */
  readonly hidden: number
  readonly isFirstRead: boolean
  readonly isReading: boolean
  /** More comes by itself as the end comes near. */
  readonly hasMore: boolean
  /** More may come, but only when asked for. */
  readonly canLookFurther: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly lookFurther: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** An account's collectibles, read on as the end of what is shown comes near. */
export function useNfts({ address, network }: NftOwner, showsHidden: boolean): Nfts {
  const widget = useWidget()
  const key = ownerKey({ address, network })
  const list = useStore(nftsOf(widget), ({ lists }) => lists[key] ?? unread)
  const { run, status } = useAction(loadNfts, { quiet: true })

  // Reading on waits until it is sure that the beginning is not too old.
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

  const { items, next, isDry, failure } = list
  const visible = useMemo(
    () => (showsHidden ? items : items.filter(({ isSpam }) => !isSpam)),
    [items, showsHidden],
  )
  const isNearEnd = useRef(false)
  const hasPages = typeof next === 'string' && failure === undefined
  const hasMore = hasPages && !isDry && visible.length > 0
  /** Once more for each page, until the list reaches beyond what is in sight. */
  function readOn() {
    if (!hasMore || !isNearEnd.current || status !== 'idle' || checked !== key) return
    run({ address, network, goal: 'next' })
  }
  useEffect(readOn)

  return {
    visible,
    hidden: items.filter(({ isSpam }) => isSpam).length,
    isFirstRead: next === undefined && failure === undefined,
    isReading: status === 'running',
    hasMore,
    canLookFurther: hasPages && !hasMore,
    error: failure?.error,
    retry: () => run({ address, network, goal: 'again' }),
    lookFurther: () => run({ address, network, goal: 'next' }),
    onNearEnd(isNear) {
      const wasNear = isNearEnd.current
      isNearEnd.current = isNear
      // Scrolling draws the grid anew, but not this view.
      if (isNear && !wasNear) readOn()
    },
  }
}
