import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Looks what is seen of a part of a view through what scrolls around it. */
export type Look = (part: HTMLElement, scroller: HTMLElement) => void

/**
 * Has a look at once and when sizes change, and with the frame after every scroll and every drawing.
 * `look` is to stay the same. What scrolls is marked until the pointer moves: rows that pass below a
 * resting one are not to light up in turn, which costs as much again as scrolling itself.
 */
export function useScroller(part: RefObject<HTMLElement | null>, look: Look): void {
  const lookSoon = useRef(() => {})

  useLayoutEffect(() => {
    const [element, scroller] = [part.current, scrollerOf(part.current)]
    if (!element || !scroller) return
    let frame = 0
    const lookNow = () => look(element, scroller)
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(lookNow)
    }
    const mark = (state: 'still' | 'scrolled') => {
      if (scroller.dataset.long !== state) scroller.dataset.long = state
    }
    const onMove = () => mark('still')
    const onScroll = () => {
      mark('scrolled')
      soon()
    }
    lookSoon.current = soon
    onMove()
    lookNow()
    const sizes = new ResizeObserver(lookNow)
    sizes.observe(element)
    sizes.observe(scroller)
    scroller.addEventListener('scroll', onScroll)
    scroller.addEventListener('pointermove', onMove)
    return () => {
      lookSoon.current = () => {}
      cancelAnimationFrame(frame)
      delete scroller.dataset.long
      sizes.disconnect()
      scroller.removeEventListener('scroll', onScroll)
      scroller.removeEventListener('pointermove', onMove)
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
