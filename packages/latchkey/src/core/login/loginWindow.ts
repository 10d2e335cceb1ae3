import { currentRoute } from '../modal/store.js'
import * as limits from '../runtime/limits.js'
import type { Popup } from '../runtime/ports.js'
import { getOrCreate, type Widget } from '../widget.js'

/** A window that waits for its log-in. */
const createWaiting = (): { popup: Popup | undefined } => ({ popup: undefined })

/** Phones and Telegram open no window beside the page: there the page itself goes to the provider. */
export function redirectsForLogin({ ports }: Widget): boolean {
  const { isMobile, isTelegram, isIframe } = ports.page.device
  return isTelegram || (isMobile && !isIframe)
}

/**
 * Opens the window of a social log-in while its view is still being loaded. Call it inside the click,
 * because browsers block it later. It closes if the visitor leaves the view first.
 */
export function openLoginWindow(widget: Widget): void {
  const { modal, router } = widget.stores
  const waiting = getOrCreate(widget, createWaiting)
  waiting.popup?.close()
  const popup = openWindow(widget)
  waiting.popup = popup
  if (!popup) return
  const { isOpen } = modal.get()
  const stops = [modal.subscribe(closeIfLeft), router.subscribe(closeIfLeft)]

  function closeIfLeft() {
    const isWaiting = waiting.popup === popup
    const isShown = currentRoute(router.get()).view === 'ConnectingSocial'
    if (isWaiting && isShown && modal.get().isOpen === isOpen) return
    for (const stop of stops) stop()
    if (!isWaiting) return
    waiting.popup = undefined
    popup?.close()
  }
}

/** The window that waits, or a new one; undefined where the page leaves or the browser refuses. */
export function getLoginWindow(widget: Widget): Popup | undefined {
  const waiting = getOrCreate(widget, createWaiting)
  const popup = waiting.popup ?? openWindow(widget)
  waiting.popup = undefined
  return popup
}

function openWindow(widget: Widget): Popup | undefined {
  const { config, ports } = widget
  if (!config.loginUrl || redirectsForLogin(widget)) return undefined
  return ports.page.openPopup(new URL('/loading', config.loginUrl).href, limits.socialPopup)
}
