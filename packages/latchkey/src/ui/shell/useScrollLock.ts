import { useEffect } from 'react'

/**
 * Keeps the page behind from scrolling. The rule lives in a sheet of its own, so that two locks
 * cannot undo each other wrongly and the page's own styles are never touched. It comes after the
 * first frame: opening must not wait for the page's layout.
 */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const sheet = new CSSStyleSheet()
    const frame = requestAnimationFrame(() => {
      // The gutter keeps the place of a scrollbar that was there, so nothing moves sideways.
      const hasBar = window.innerWidth > document.documentElement.clientWidth
      sheet.replaceSync(
        `html{overflow:hidden!important;${hasBar ? 'scrollbar-gutter:stable!important' : ''}}`,
      )
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })
    return () => {
      cancelAnimationFrame(frame)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [isLocked])
}
