import { useLayoutEffect, useRef } from 'react'

/** Marks a scrolling element with `data-above` and `data-below` while content is hidden there. */
export function useEdgeFades<element extends HTMLElement>() {
  const ref = useRef<element>(null)
  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return
    const mark = () => {
      const { scrollTop, scrollHeight, clientHeight } = area
      area.toggleAttribute('data-above', scrollTop > 1)
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
