import { motion } from '@latchkey/parts/motion'
import {
  Component,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { modalText } from '../../core/text/modal.js'
import { useWidget } from '../hooks/context.js'
import { Failure } from '../parts/Empty.js'
import { Announcer } from './Announcer.js'
import { deepActiveElement } from './usePhase.js'
import { type RouteEntry, routeKey, useTitle, View } from './View.js'

type RouterProps = { readonly entry: RouteEntry; readonly card: RefObject<HTMLElement | null> }

/** Shows the current view, and the previous one during the transition. */
export function Router({ entry, card }: RouterProps) {
  const stage = useRef<HTMLDivElement>(null)
  const setHeight = useStageHeight(stage)
  const { visit, leaving } = useVisits(entry)
  const key = routeKey(entry)
  const title = useTitle(entry.route)
  useFocusReset(key, card)

  return (
    <div className="stage" ref={stage}>
      {leaving && <Layer key={visit - 1} entry={leaving} direction={entry.direction} isLeaving />}
      <Layer key={visit} entry={entry} direction={entry.direction} onHeight={setHeight} />
      <Announcer text={title ?? modalText.shell.untitled} />
    </div>
  )
}

type Visits = {
  /** A new number per visit, so that a view opened again while it leaves starts again. */
  readonly visit: number
  readonly leaving: RouteEntry | undefined
}

function useVisits(entry: RouteEntry): Visits {
  const isStill = useReducedMotion()
  const shown = useRef({ entry, leaving: undefined as RouteEntry | undefined, visit: 0 })
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const key = routeKey(entry)
  const { entry: former, visit } = shown.current
  if (routeKey(former) === key) shown.current.entry = entry
  else shown.current = { entry, leaving: isStill ? undefined : former, visit: visit + 1 }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of route starts a new timer
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!shown.current.leaving) return
      shown.current.leaving = undefined
      rerender()
    }, motion.view)
    return () => clearTimeout(timer)
  }, [key])

  return shown.current
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

type FailureBoundaryProps = {
  readonly children: ReactNode
  readonly onFailure: (error: unknown) => void
  readonly fallback: (retry: () => void) => ReactNode
}

/** Shows a fallback when a view throws. */
class FailureBoundary extends Component<FailureBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.fallback(() => this.setState({ hasFailed: false }))
  }
}

type LayerProps = {
  readonly entry: RouteEntry
  readonly direction: RouteEntry['direction']
  readonly isLeaving?: boolean
  readonly onHeight?: SetHeight
}

/** A view with its own scroll position. */
function Layer({ entry, direction, isLeaving = false, onHeight }: LayerProps) {
  const widget = useWidget()
  const layer = useEdgeFades<HTMLDivElement>()
  const content = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    layer.current?.toggleAttribute('inert', isLeaving)
  }, [isLeaving, layer])

  useLayoutEffect(() => {
    const element = content.current
    if (!element || !onHeight) return
    const measure = () =>
      onHeight(element.offsetHeight, { isPending: element.querySelector('.pending') !== null })
    let frame = 0
    const measureSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    // In the next frame: a resize by the observer itself is an error that the page would report.
    const sizes = new ResizeObserver(measureSoon)
    sizes.observe(element)
    // A loaded view may be as high as its skeleton, so sizes alone do not show it.
    const arrivals = new MutationObserver(measure)
    arrivals.observe(element, { childList: true })
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      arrivals.disconnect()
    }
  }, [onHeight])

  return (
    <div
      className="layer"
      ref={layer}
      data-direction={direction}
      data-entering={direction !== 'none' || undefined}
    >
      <div className="content" ref={content}>
        <FailureBoundary
          onFailure={(error) => widget.ports.log.error(modalText.shell.failureTitle, error)}
          fallback={(retry) => <Failure text={modalText.shell.failureBody} onRetry={retry} />}
        >
          <View route={entry.route} />
        </FailureBoundary>
      </div>
    </div>
  )
}

/**
 * Marks a scroll container with `data-below`, and its parent with `data-above`, while content is hidden
 * there. `:has()` would be evaluated for every row of a scrolling list.
 */
function useEdgeFades<element extends HTMLElement>() {
  const ref = useRef<element>(null)
  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return
    const mark = () => {
      const { scrollTop, scrollHeight, clientHeight } = area
      area.parentElement?.toggleAttribute('data-above', scrollTop > 1)
      area.toggleAttribute('data-below', scrollHeight - clientHeight - scrollTop > 1)
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(area)
    for (const child of area.children) sizes.observe(child)
    area.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      area.removeEventListener('scroll', mark)
    }
  }, [])
  return ref
}

type SetHeight = (height: number, view: { readonly isPending: boolean }) => void

/** Animates the height of the card when its view changes. */
function useStageHeight(stage: RefObject<HTMLElement | null>): SetHeight {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return useCallback(
    (height, { isPending }) => {
      const element = stage.current
      const next = `${height}px`
      if (!element || element.style.blockSize === next) return
      // A loading view keeps the previous height, so that the card resizes only once.
      if (isPending && element.style.blockSize !== '') return
      // Hides the scrollbar during the animation.
      if (element.style.blockSize !== '') element.setAttribute('data-moving', '')
      element.style.blockSize = next
      clearTimeout(timer.current)
      timer.current = setTimeout(() => element.removeAttribute('data-moving'), motion.height)
    },
    [stage],
  )
}
