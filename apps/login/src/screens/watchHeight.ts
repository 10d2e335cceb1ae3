/**
 * Reports the height the frame needs. A screen that scrolls (`data-scroll`) counts with its full
 * content, so that the result does not depend on the current height.
 */
export function watchHeight(root: HTMLElement): {
  listen(listener: (height: number) => void): void
} {
  const listeners: ((height: number) => void)[] = []
  let lastHeight = 0
  const report = () => {
    const height = measureHeight(root)
    if (height === lastHeight) return
    lastHeight = height
    for (const listener of listeners) listener(height)
  }
  const sizes = new ResizeObserver(report)
  const observe = () => {
    sizes.disconnect()
    for (const element of root.querySelectorAll('.screen, [data-scroll] > *')) {
      sizes.observe(element)
    }
    report()
  }
  new MutationObserver(observe).observe(root, { childList: true, subtree: true })
  return {
    listen(listener) {
      listeners.push(listener)
      if (lastHeight > 0) listener(lastHeight)
    },
  }
}

function measureHeight(root: HTMLElement): number {
  const screen = [...root.querySelectorAll<HTMLElement>('.screen')].find(
    (candidate) => candidate.offsetParent !== null,
  )
  if (!screen) return 0
  const scroll = screen.querySelector<HTMLElement>('[data-scroll]')
  const hidden = scroll ? scroll.scrollHeight - scroll.clientHeight : 0
  return Math.min(4_096, Math.ceil(screen.offsetHeight + hidden))
}
