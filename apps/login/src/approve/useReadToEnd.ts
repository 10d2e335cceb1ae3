import { useEffect, useRef, useState } from 'react'

/** Too little room to read anything (pixels). */
const lowest = 64
/** A line more below the text is no reason to have it read again; a card cut to its buttons is. */
const muchSmaller = 0.75

/**
 * Whether all there is has been in sight; once it has, more of it does not undo that, unless it is a warning.
 * `content` and `warnings` name what there is.
 */
export function useReadToEnd(
  box: { readonly current: HTMLElement | null },
  content: string,
  warnings: string,
): boolean {
  const [isRead, setRead] = useState(false)
  const readAt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new warning has to be read
  useEffect(() => {
    const element = box.current
    if (!element || isAtEnd(element)) return
    readAt.current = 0
    setRead(false)
  }, [warnings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is measured again
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      if (isAtEnd(element)) {
        readAt.current = Math.max(readAt.current, element.clientHeight)
        setRead(true)
      } else if (element.clientHeight < readAt.current * muchSmaller) {
        // A smaller card hides text that was visible: it has to be read again.
        readAt.current = 0
        setRead(false)
      }
    }
    // Of the window it is drawn in: the frame itself may be out of sight, where sizes are not told.
    const { ResizeObserver } = element.ownerDocument.defaultView as Window & typeof globalThis
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look)
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [content])
  return isRead
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return clientHeight >= lowest && scrollTop + clientHeight >= scrollHeight - 16
}
