import { Spinner } from '@latchkey/parts/Spinner'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { RefreshIcon } from '../icons/lazyIcons.js'

/** Pull distance that refreshes, and the maximum offset of the mark, in pixels. */
const farEnough = 72
const farthest = 96

export type PullToRefreshProps = {
  readonly children: ReactNode
  readonly onRefresh: () => void
  readonly busy: boolean
}

/** Refreshes when pulled down at the top. Touch only, so the view needs a button too. */
export function PullToRefresh({ children, onRefresh, busy }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const latest = useRef({ onRefresh, busy })
  latest.current = { onRefresh, busy }

  useLayoutEffect(() => {
    const element = area.current
    const scroller = element?.closest<HTMLElement>('.layer')
    if (!element || !scroller) return
    let start: { readonly x: number; readonly y: number } | undefined
    let pulled = 0

    function show(distance: number) {
      pulled = distance
      mark.current?.style.setProperty('--pull', `${Math.min(distance, farthest)}px`)
      mark.current?.style.setProperty('--pulled', `${Math.min(1, distance / farEnough)}`)
      mark.current?.toggleAttribute('data-ready', distance >= farEnough)
    }

    function onStart({ touches: [touch, another] }: TouchEvent) {
      const isOurs = touch && !another && scroller?.scrollTop === 0 && !latest.current.busy
      start = isOurs ? { x: touch.clientX, y: touch.clientY } : undefined
    }

    function onMove(event: TouchEvent) {
      const [touch] = event.touches
      if (!start || !touch) return
      const down = touch.clientY - start.y
      const isSideways = Math.abs(touch.clientX - start.x) > Math.abs(down)
      if (pulled === 0 && (down <= 0 || isSideways)) {
        start = undefined
        return
      }
      // The gesture moves the mark, not the page.
      if (event.cancelable) event.preventDefault()
      show(Math.max(1, down))
    }

    function onEnd(event: TouchEvent) {
      if (!start) return
      start = undefined
      if (pulled >= farEnough && event.type === 'touchend') latest.current.onRefresh()
      show(0)
    }

    scroller.addEventListener('touchstart', onStart, { passive: true })
    scroller.addEventListener('touchmove', onMove, { passive: false })
    scroller.addEventListener('touchend', onEnd)
    scroller.addEventListener('touchcancel', onEnd)
    return () => {
      scroller.removeEventListener('touchstart', onStart)
      scroller.removeEventListener('touchmove', onMove)
      scroller.removeEventListener('touchend', onEnd)
      scroller.removeEventListener('touchcancel', onEnd)
    }
  }, [])

  return (
    <div className="pull" ref={area}>
      <span className="pull-mark" ref={mark} data-busy={busy || undefined} aria-hidden="true">
        {busy ? <Spinner /> : <RefreshIcon />}
      </span>
      {children}
    </div>
  )
}
