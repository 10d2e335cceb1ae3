import { motion } from '@latchkey/parts/motion'
import {
  Component,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { modalText } from '../../core/text/modal.js'
import { useWidget } from '../hooks/context.js'
import { Failure } from '../parts/Empty.js'
import { type RouteEntry, View } from './View.js'

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
export function Layer({ entry, direction, isLeaving = false, onHeight }: LayerProps) {
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
    // Reports the first height before paint; a hidden card has none yet.
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // A loaded view may be as high as its skeleton, so sizes alone do not show it.
    const arrivals = new MutationObserver(measure)
    arrivals.observe(element, { childList: true })
    return () => {
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
export function useStageHeight(stage: RefObject<HTMLElement | null>): SetHeight {
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
