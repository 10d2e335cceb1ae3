import { setTheme } from '../core/theme/actions/setTheme.js'
import type { Widget } from '../core/widget.js'

/** Follows the visitor's system while the site leaves the choice to it. */
export function watchSystemTheme(widget: Widget): void {
  const { ports, stores, signal } = widget
  let follows = true
  const stopSystem = ports.system.watchPrefersDark(() => {
    if (!follows) return
    setTheme(widget, { mode: ports.system.prefersDark() ? 'dark' : 'light' })
  })
  // A mode the system did not ask for was set by the site: from then on the site decides.
  const stopTheme = stores.theme.subscribe(({ mode }) => {
    if ((mode === 'dark') !== ports.system.prefersDark()) follows = false
  })
  signal.addEventListener('abort', () => {
    stopSystem()
    stopTheme()
  })
}
