import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { CheckingScreen } from '../code/CheckingScreen.js'
import { CodeScreen } from '../code/CodeScreen.js'
import { DeviceScreen } from '../code/DeviceScreen.js'
import { NumberScreen } from '../code/NumberScreen.js'
import { PasskeyScreen } from '../code/PasskeyScreen.js'
import { RecoveryScreen } from '../code/RecoveryScreen.js'
import type { GuardContext } from '../guard/renderGuarded.js'
import { lazyImport } from '../lazyImport.js'
import { LoginError } from '../loginError.js'
import { adoptStyles } from '../style/sheets.js'
import { type Clock, realClock } from './clock.js'
import type { Screens } from './screens.js'
import { watchHeight } from './watchHeight.js'

export type ScreensOptions = {
  readonly clock?: Clock
  /** Opens a page of the login site in a separate window, for browsers that need one to confirm. */
  readonly openWindow?: (path: string) => Window | null
  /** The project uses that window for all confirmations. */
  readonly confirmsInWindow?: boolean
}

type Layer = 'under' | 'over'
type Layered = {
  readonly content: ReactNode
  readonly end: () => void
  /** Handles the Escape key, because the page gets no key events from the frame. */
  readonly escape: () => void
}

/**
 * Renders the frame, one screen at a time. Codes and confirmations that the account pages need are
 * shown over them.
 */
export function createScreens(
  root: HTMLElement,
  { clock = realClock, openWindow = openPopup, confirmsInWindow = false }: ScreensOptions = {},
): Screens {
  const styles = adoptStyles(root.ownerDocument)
  styles.setTheme({ mode: 'light', accent: undefined })
  root.classList.add('root', 'frame')
  const reactRoot = createRoot(root)
  const layers: { [layer in Layer]: Layered | undefined } = { under: undefined, over: undefined }
  const height = watchHeight(root)
  let theme: Parameters<Screens['setTheme']>[0] = { mode: 'light', accent: undefined }
  const frameView = root.ownerDocument.defaultView as Window
  let view = frameView
  const guardContext: GuardContext = {
    clock,
    openWindow,
    confirmsInWindow,
    theme: () => theme,
    onWindow(next) {
      view = next ?? frameView
    },
  }

  function render() {
    const { under, over } = layers
    reactRoot.render([
      under && createElement('div', { key: 'under', hidden: over !== undefined }, under.content),
      over && createElement('div', { key: 'over' }, over.content),
    ])
  }

  /**
   * Shows content until it is done, replaced or aborted; the `signal` of `content` aborts then.
   * `escaped` returns or throws the result of pressing Escape.
   */
  function show<result>(
    layer: Layer,
    outer: AbortSignal,
    content: (done: (result: result) => void, signal: AbortSignal) => ReactNode,
    escaped?: () => result,
  ): Promise<result> {
    outer.throwIfAborted()
    return new Promise((resolve, reject) => {
      const inner = new AbortController()
      const leave = (reason: unknown) => {
        outer.removeEventListener('abort', onAbort)
        if (layers[layer] === entry) layers[layer] = undefined
        reject(reason)
        inner.abort(reason)
        render()
      }
      const onAbort = () => leave(outer.reason)
      const done = (result: result) => {
        resolve(result)
        leave(replaced())
      }
      const entry: Layered = {
        content: content(done, inner.signal),
        end: () => leave(replaced()),
        escape() {
          if (!escaped) return
          try {
            done(escaped())
          } catch (error) {
            leave(error)
          }
        },
      }
      for (const before of [layers.over, layer === 'under' ? layers.under : undefined]) {
        before?.end()
      }
      outer.addEventListener('abort', onAbort)
      layers[layer] = entry
      render()
    })
  }

  root.ownerDocument.addEventListener('keydown', ({ key, isTrusted }) => {
    if (key === 'Escape' && isTrusted) (layers.over ?? layers.under)?.escape()
  })

  return {
    async code(request, signal) {
      await show<void>(
        'over',
        signal,
        (done, inner) =>
          createElement(CodeScreen, { request, clock, signal: inner, onDone: () => done() }),
        () => {
          throw new LoginError({ code: 'rejected', message: 'The code was not entered' })
        },
      )
    },
    checking(signal) {
      if (signal.aborted) return
      show('over', signal, () => createElement(CheckingScreen, {})).catch(() => {})
    },
    device(request, signal) {
      if (signal.aborted) return
      show('over', signal, () => createElement(DeviceScreen, { request, clock })).catch(() => {})
    },
    async number(request, signal) {
      await show<void>(
        'over',
        signal,
        (done, inner) =>
          createElement(NumberScreen, { request, signal: inner, onDone: () => done() }),
        () => {
          throw new LoginError({ code: 'rejected', message: 'The number was not entered' })
        },
      )
    },
    async offerPasskey(request, signal) {
      await show<void>(
        'over',
        signal,
        (done, inner) =>
          createElement(PasskeyScreen, { request, signal: inner, onDone: () => done() }),
        () => undefined,
      )
    },
    async recovery(request, signal) {
      await show<void>(
        'over',
        signal,
        (done) => createElement(RecoveryScreen, { request, onClose: () => done() }),
        () => undefined,
      )
    },
    async confirm(request, signal) {
      const { renderConfirmation } = await lazyImport(import('../approve/renderConfirmation.js'))
      return show('over', signal, renderConfirmation(guardContext, request), () => false)
    },
    async account(request, signal) {
      const { renderAccount: drawAccount } = await lazyImport(import('./account/renderAccount.js'))
      await show('under', signal, drawAccount(guardContext, request), () => {})
    },
    view: () => view,
    setTheme(next) {
      theme = next
      styles.setTheme(next)
    },
    onHeight: height.listen,
  }
}

const replaced = () =>
  new LoginError({ code: 'aborted', message: 'Another screen replaced this one' })

function openPopup(path: string): Window | null {
  return window.open(path, '', 'popup,width=420,height=720')
}
