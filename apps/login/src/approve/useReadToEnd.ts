import { useEffect, useRef, useState } from 'react'

/** Too little room to read anything (pixels). */
const lowest = 64
/** Slightly smaller needs no second reading; a card reduced to its buttons does. */
const muchSmaller = 0.75

/**
 * Whether the visitor has scrolled to the end. Only new warnings or choices, or a much smaller box, reset it.
 * `content` and `warnings` are keys that change with the content.
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
        // A smaller card hides text that was visible, so it must be read again.
        readAt.current = 0
        setRead(false)
      }
    }
    // From the window it is rendered in: browsers report no sizes in a hidden frame.
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
