import { useLayoutEffect, useRef } from 'react'
import { modalText } from '../../core/text/modal.js'
import { useWidget } from '../hooks/context.js'
import { Failure } from '../parts/failure/Failure.js'
import { FailureBoundary } from './FailureBoundary.js'
import type { RouteEntry } from './routeEntry.js'
import type { SetHeight } from './useStageHeight.js'
import { View } from './View.js'

type LayerProps = {
  readonly place: RouteEntry
  readonly direction: RouteEntry['direction']
  readonly isLeaving?: boolean
  readonly onHeight?: SetHeight
}

/** One view with a scroll position of its own. */
export function Layer({ place, direction, isLeaving = false, onHeight }: LayerProps) {
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
    // Tells the first height before it is painted, but not before there is one: a card still hidden has none.
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // A view that has come may be just as high as what stood in its place.
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
          <View route={place.route} />
        </FailureBoundary>
      </div>
    </div>
  )
}

/**
 * Marks a scrolling element with `data-below`, and what it stands in with `data-above`, while content is
 * hidden there. No `:has()` for that: it would be looked into with every row of a list that scrolls.
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
