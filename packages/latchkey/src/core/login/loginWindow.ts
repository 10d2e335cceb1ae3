import { currentRoute } from '../modal/store.js'
import * as limits from '../runtime/limits.js'
import type { Popup } from '../runtime/ports.js'
import { getOrCreate, type Widget } from '../widget.js'

/** An open window without a log-in yet. */
const createOpenWindow = (): { popup: Popup | undefined } => ({ popup: undefined })

/** Phones and Telegram cannot open a second window, so the page itself goes to the provider. */
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
  const opened = getOrCreate(widget, createOpenWindow)
  opened.popup?.close()
  const popup = openWindow(widget)
  opened.popup = popup
  if (!popup) return
  const { isOpen } = modal.get()
  const stops = [modal.subscribe(closeIfLeft), router.subscribe(closeIfLeft)]

  function closeIfLeft() {
    const isUnused = opened.popup === popup
    const isShown = currentRoute(router.get()).view === 'ConnectingSocial'
    if (isUnused && isShown && modal.get().isOpen === isOpen) return
    for (const stop of stops) stop()
    if (!isUnused) return
    opened.popup = undefined
    popup?.close()
  }
}

/** The open window, or a new one; undefined if the page redirects or the browser blocks it. */
export function getLoginWindow(widget: Widget): Popup | undefined {
  const opened = getOrCreate(widget, createOpenWindow)
  const popup = opened.popup ?? openWindow(widget)
  opened.popup = undefined
  return popup
}

function openWindow(widget: Widget): Popup | undefined {
  const { config, ports } = widget
  if (!config.loginUrl || redirectsForLogin(widget)) return undefined
  return ports.page.openPopup(new URL('/loading', config.loginUrl).href, limits.socialPopup)
}
