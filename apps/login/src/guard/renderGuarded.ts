import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Clock } from '../screens/clock.js'
import type { Theme } from '../style/applyTheme.js'
import { adoptStyles } from '../style/sheets.js'
import { canWatchVisibility } from './visibility.js'

export type GuardContext = {
  readonly clock: Clock
  readonly openWindow: (path: string) => Window | null
  /** Use a window even if the frame can detect that it is covered. */
  readonly confirmsInWindow: boolean
  /** Read when the window opens, which may be long after the request. */
  readonly theme: () => Theme
  /** Called with the active window, or undefined when the frame is active again. */
  readonly onWindow?: (view: Window | undefined) => void
}

export type GuardedContent<result> = {
  /** Title of the window, if there is one. */
  readonly title: string
  /** `mustBeVisible` is false in a window, which no page can cover. */
  render(mustBeVisible: boolean, done: (result: result) => void, signal: AbortSignal): ReactNode
  /** Rendered in the frame while the content is in the window. */
  renderOpener(
    open: (onClosed: () => void) => Promise<boolean>,
    done: (result: result) => void,
  ): ReactNode
}

/** Renders in the frame if the browser can detect that it is covered, else in a separate window. */
export function renderGuarded<result>(
  context: GuardContext,
  { title, render, renderOpener }: GuardedContent<result>,
): (done: (result: result) => void, signal: AbortSignal) => ReactNode {
  if (canWatchVisibility() && !context.confirmsInWindow) {
    return (done, signal) => render(true, done, signal)
  }
  return (done, signal) =>
    renderOpener(
      (onClosed) =>
        openInWindow(context, { title, content: render(false, done, signal), signal, onClosed }),
      done,
    )
}

/** False if no window opened. */
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
  const reactRoot = createRoot(root)
  onWindow?.(popup)
  const leave = () => {
    reactRoot.unmount()
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
  reactRoot.render(content)
  return true
}

const steps = 200
const stepTime = 50

/** Waits for the window's page; false if it does not load, or is not of this site. */
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

function watchClosed(popup: Window, clock: Clock, signal: AbortSignal, onChange: () => void): void {
  if (signal.aborted) return
  if (popup.closed) onChange()
  else clock.after(500, () => watchClosed(popup, clock, signal, onChange))
}
