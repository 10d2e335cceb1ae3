import { motion } from '@latchkey/parts/motion'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { modalText } from '../../core/text/modal.js'
import { useWidget } from '../hooks/context.js'
import { Announcer } from './Announcer.js'
import { Layer, useStageHeight } from './Layer.js'
import { deepActiveElement } from './usePhase.js'
import { type RouteEntry, routeKey, useTitle } from './View.js'

type RouterProps = { readonly entry: RouteEntry; readonly card: RefObject<HTMLElement | null> }

/** Shows the current view, and the previous one during the transition. */
export function Router({ entry, card }: RouterProps) {
  const stage = useRef<HTMLDivElement>(null)
  const setHeight = useStageHeight(stage)
  const leaving = useLeavingEntry(entry)
  const key = routeKey(entry)
  const title = useTitle(entry.route)
  useFocusReset(key, card)

  return (
    <div className="stage" ref={stage}>
      {leaving && (
        <Layer key={routeKey(leaving)} entry={leaving} direction={entry.direction} isLeaving />
      )}
      <Layer key={key} entry={entry} direction={entry.direction} onHeight={setHeight} />
      <Announcer text={title ?? modalText.shell.untitled} />
    </div>
  )
}

function useLeavingEntry(entry: RouteEntry): RouteEntry | undefined {
  const isStill = useReducedMotion()
  const shown = useRef<{ entry: RouteEntry; leaving: RouteEntry | undefined }>({
    entry,
    leaving: undefined,
  })
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const key = routeKey(entry)
  const former = shown.current.entry
  if (routeKey(former) !== key) shown.current = { entry, leaving: isStill ? undefined : former }
  else shown.current.entry = entry

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of route starts a new timer
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!shown.current.leaving) return
      shown.current.leaving = undefined
      rerender()
    }, motion.view)
    return () => clearTimeout(timer)
  }, [key])

  return shown.current.leaving
}

/** Focuses the card when the focused control disappeared with its view. */
function useFocusReset(key: string, card: RefObject<HTMLElement | null>) {
  const widget = useWidget()
  const former = useRef(key)
  useLayoutEffect(() => {
    if (former.current === key) return
    former.current = key
    const active = deepActiveElement()
    const isInside = active !== card.current && card.current?.contains(active)
    // The login frame is hidden together with its view.
    const isFrame = active?.slot === 'latchkey-login'
    const isLost = !active || active === document.body || isFrame || active.contains(card.current)
    const isLeaving = isInside && active?.closest('[inert]')
    if (isLost && widget.config.embedded) return
    if (isLost || isLeaving) card.current?.focus({ preventScroll: true })
  }, [key, card, widget])
}

/** The visitor's reduced-motion setting at first render. */
function useReducedMotion(): boolean {
  return useMemo(() => matchMedia('(prefers-reduced-motion: reduce)').matches, [])
}
