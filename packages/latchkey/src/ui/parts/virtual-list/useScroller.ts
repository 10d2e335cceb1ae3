import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Looks what is seen of a part of a view through what scrolls around it; true to look again soon. */
export type Look = (part: HTMLElement, scroller: HTMLElement) => boolean

/**
 * Has a look at once and when sizes change, and with the frame after every scroll and every drawing: what
 * is made a bit at a time goes on by itself. `look` is to stay the same.
 */
export function useScroller(part: RefObject<HTMLElement | null>, look: Look): void {
  const lookSoon = useRef(() => {})

  useLayoutEffect(() => {
    const [element, scroller] = [part.current, scrollerOf(part.current)]
    if (!element || !scroller) return
    let frame = 0
    const lookNow = () => {
      if (look(element, scroller)) soon()
    }
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(lookNow)
    }
    lookSoon.current = soon
    scroller.dataset.long = ''
    lookNow()
    const sizes = new ResizeObserver(lookNow)
    sizes.observe(element)
    sizes.observe(scroller)
    scroller.addEventListener('scroll', soon)
    return () => {
      lookSoon.current = () => {}
      cancelAnimationFrame(frame)
      delete scroller.dataset.long
      sizes.disconnect()
      scroller.removeEventListener('scroll', soon)
    }
  }, [part, look])

  useLayoutEffect(() => lookSoon.current())
}

/** The view's own scroll area. While the card moves it is held still, so its style does not tell. */
export function scrollerOf(part: HTMLElement | null): HTMLElement | undefined {
  return part?.closest<HTMLElement>('.layer') ?? undefined
}

/** How far the upper edge of the scroll area is below that of the part. */
export function scrolledPast(part: HTMLElement, scroller: HTMLElement): number {
  return scroller.getBoundingClientRect().top - part.getBoundingClientRect().top
}
