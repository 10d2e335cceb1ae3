import { useLayoutEffect, useRef } from 'react'

/**
 * Marks a scrolling element with `data-below`, and what it stands in with `data-above`, while content is
 * hidden there. No `:has()` for that: it would be looked into with every row of a list that scrolls.
 */
export function useEdgeFades<element extends HTMLElement>() {
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
