/** IntersectionObserver v2, which also reports whether the element is covered or faded. */
type SightEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }
type SightOptions = IntersectionObserverInit & { trackVisibility: true; delay: number }

/** Whether this browser can detect that an element is covered. */
export function canWatchVisibility(view: Window & typeof globalThis = window): boolean {
  return 'isVisible' in view.IntersectionObserverEntry.prototype
}

/** Reports when an element becomes fully visible and when it no longer is. */
export function watchVisibility(
  element: Element,
  onChange: (isWhole: boolean) => void,
): () => void {
  const options: SightOptions = {
    trackVisibility: true,
    delay: 100,
    // A cropped element counts as visible; only the intersection ratio shows it.
    threshold: [0, 0.25, 0.5, 0.75, 0.9, 0.98, 0.99, 1],
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as SightEntry | undefined
    if (last) onChange(last.isVisible === true && last.intersectionRatio >= 0.99)
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}

/**
 * Reports once, as of the next frame. A busy browser reports changes late, but a new observer never gets an
 * outdated state.
 */
export function checkVisibility(
  element: Element,
  onResult: (isWhole: boolean) => void,
): () => void {
  const stop = watchVisibility(element, (isWhole) => {
    stop()
    onResult(isWhole)
  })
  return stop
}
