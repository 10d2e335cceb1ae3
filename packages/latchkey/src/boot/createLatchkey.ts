import type { LatchkeyOptions } from '../core/config/options.js'
import { setTheme } from '../core/theme/actions/setTheme.js'
import type { Widget } from '../core/widget.js'
import { createEngine } from './createEngine.js'
import { createPorts, type Framework } from './createPorts.js'
import { createWidget } from './createWidget.js'
import { discoverWallets } from './discoverWallets.js'
import { createFacade } from './facade.js'
import { announceInstance, hasNoPage } from './instances.js'
import type { Latchkey } from './latchkey.js'
import { createModalHost, type ModalLoader } from './modalHost.js'
import { createPreload } from './preload.js'
import { restoreConnections } from './restoreConnections.js'
import { resumeLogin } from './resumeLogin.js'

/** Starts a widget. What entry points differ in is how they load the interface. */
export function createLatchkey(
  options: LatchkeyOptions,
  loadModal: ModalLoader,
  framework: Framework,
): Latchkey {
  const { widget, end } = createWidget(options, (parsed) => createPorts(parsed, framework))
  const engine = createEngine(widget)
  const host = createModalHost(widget, engine, loadModal)
  widget.ports.modalElement = host.element
  const preload = createPreload(widget, host)
  if (options.themeMode === undefined) watchSystemTheme(widget)
  if (!hasNoPage()) discoverWallets(widget, engine)
  const ready = restoreConnections(widget, engine)
  const latchkey = createFacade({ widget, engine, host, ready, end })
  if (!hasNoPage()) {
    void resumeLogin(widget, engine)
    announceInstance({ name: widget.config.instance, latchkey, widget, host, preload })
  }
  return latchkey
}

/** Follows the visitor's system while the site leaves the choice to it. */
function watchSystemTheme(widget: Widget): void {
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
