import { type ComponentChildren, h, render } from 'preact'
import type { Clock } from '../screens/clock.js'
import type { ConfirmRequest } from '../screens/screens.js'
import type { Theme } from '../style/applyTheme.js'
import { adoptStyles } from '../style/sheets.js'
import { ConfirmScreen } from './ConfirmScreen.js'
import { canWatchSight } from './sight.js'
import { WindowScreen } from './WindowScreen.js'

export type ConfirmPlace = {
  readonly request: ConfirmRequest
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly openWindow: (path: string) => Window | null
  /** Even where the frame could tell that it is covered. */
  readonly confirmsInWindow: boolean
  /** As it is when it is asked for: the window may be opened long after the request came. */
  readonly theme: () => Theme
  readonly show: (
    layer: 'over',
    signal: AbortSignal,
    content: (done: (isConfirmed: boolean) => void, signal: AbortSignal) => ComponentChildren,
    escaped: () => boolean,
  ) => Promise<boolean>
}

/** Asks in the frame where the browser can tell that it is covered, else in a window of its own. */
export function confirmIn({
  request,
  signal,
  clock,
  openWindow,
  confirmsInWindow,
  theme,
  show,
}: ConfirmPlace): Promise<boolean> {
  if (canWatchSight() && !confirmsInWindow) {
    return show(
      'over',
      signal,
      (done, inner) =>
        h(ConfirmScreen, { request, clock, signal: inner, needsSight: true, onAnswer: done }),
      rejected,
    )
  }
  return show(
    'over',
    signal,
    (done, inner) =>
      h(WindowScreen, {
        origin: request.origin,
        onReject: () => done(false),
        async open(onClosed) {
          const popup = openWindow('/confirm')
          if (!popup || !(await isLoaded(popup, clock, inner))) {
            popup?.close()
            return false
          }
          const { document: page } = popup
          adoptStyles(page).setTheme(theme())
          const root = page.createElement('div')
          root.className = 'frame window'
          page.body.append(root)
          const close = () => {
            render(null, root)
            popup.close()
          }
          inner.addEventListener('abort', close)
          watchClosed(popup, clock, inner, onClosed)
          render(
            h(ConfirmScreen, { request, clock, signal: inner, needsSight: false, onAnswer: done }),
            root,
          )
          return true
        },
      }),
    rejected,
  )
}

const rejected = () => false

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
