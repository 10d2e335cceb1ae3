import { type RefObject, useEffect } from 'react'

/** A phone's sheet can be dragged away; what that takes is fetched by phones. */
export function useDragToClose(
  card: RefObject<HTMLElement | null>,
  isOpen: boolean,
  options: { readonly enabled: () => boolean; readonly requestClose: () => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are read anew on each opening
  useEffect(() => {
    if (!isOpen || !options.enabled()) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./dragToClose.js').then(
      ({ dragToClose }) => {
        if (!isOver && card.current) stop = dragToClose(card.current, options)
      },
      () => {}, // It closes by its button all the same.
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [isOpen, card])
}
