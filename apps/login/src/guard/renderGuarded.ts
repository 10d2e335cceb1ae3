import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Clock } from '../screens/clock.js'
import type { Theme } from '../style/applyTheme.js'
import { adoptStyles } from '../style/sheets.js'
import { canWatchVisibility } from './visibility.js'

export type GuardContext = {
  readonly clock: Clock
  readonly openWindow: (path: string) => Window | null
  /** Even if the frame could detect that it is covered. */
  readonly confirmsInWindow: boolean
  /** As it is when the window opens, which may be long after the request came. */
  readonly theme: () => Theme
  /** The window the person looks at from now on; undefined for the frame again. */
  readonly onWindow?: (view: Window | undefined) => void
}

export type GuardedContent<result> = {
  /** Of the window, where there is one. */
  readonly title: string
  /** `needsSight` is false in a window, which no page can cover. */
  draw(needsSight: boolean, done: (result: result) => void, signal: AbortSignal): ReactNode
  /** What the frame shows while everything else is in the window. */
  drawOpener(
    open: (onClosed: () => void) => Promise<boolean>,
    done: (result: result) => void,
  ): ReactNode
}

/** Draws in the frame if the browser detects that it is covered, else in a window of this site. */
export function renderGuarded<result>(
  place: GuardContext,
  { title, draw, drawOpener }: GuardedContent<result>,
): (done: (result: result) => void, signal: AbortSignal) => ReactNode {
  if (canWatchVisibility() && !place.confirmsInWindow) {
    return (done, signal) => draw(true, done, signal)
  }
  return (done, signal) =>
    drawOpener(
      (onClosed) =>
        openInWindow(place, { title, content: draw(false, done, signal), signal, onClosed }),
      done,
    )
}

/** False when no window came. */
async function openInWindow(
  { clock, openWindow, theme, onWindow }: GuardContext,
  {
    title,
    content,
    signal,
    onClosed,
  }: {
    readonly title: string
    readonly content: ReactNode
    readonly signal: AbortSignal
    readonly onClosed: () => void
  },
): Promise<boolean> {
  const popup = openWindow('/confirm')
  if (!popup || !(await isLoaded(popup, clock, signal))) {
    popup?.close()
    return false
  }
  const { document: page } = popup
  page.title = title
  adoptStyles(page).setTheme(theme())
  const root = page.createElement('div')
  root.className = 'root frame window'
  page.body.append(root)
  const drawing = createRoot(root)
  onWindow?.(popup)
  const leave = () => {
    drawing.unmount()
    onWindow?.(undefined)
  }
  signal.addEventListener('abort', () => {
    leave()
    popup.close()
  })
  watchClosed(popup, clock, signal, () => {
    leave()
    onClosed()
  })
  drawing.render(content)
  return true
}

const steps = 200
const stepTime = 50

/** Waits for the window's page; false when it does not come, or not from this site. */
async function isLoaded(popup: Window, clock: Clock, signal: AbortSignal): Promise<boolean> {
  for (let step = 0; step < steps && !signal.aborted && !popup.closed; step++) {
    try {
      const { document: page, location } = popup
      if (location.pathname === '/confirm' && page.readyState === 'complete') return true
    } catch {
      return false
    }
    await new Promise<void>((resolve) => clock.after(stepTime, resolve))
  }
  return false
}

function watchClosed(popup: Window, clock: Clock, signal: AbortSignal, tell: () => void): void {
  if (signal.aborted) return
  if (popup.closed) tell()
  else clock.after(500, () => watchClosed(popup, clock, signal, tell))
}
