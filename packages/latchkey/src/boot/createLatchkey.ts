import type { LatchkeyOptions } from '../core/config/options.js'
import type { ParsedOptions } from '../core/config/parseOptions.js'
import type { Ports, ProviderPort } from '../core/runtime/ports.js'
import { setTheme } from '../core/theme/actions/setTheme.js'
import type { Widget } from '../core/widget.js'
import { createClock } from '../services/clock/createClock.js'
import { createLog } from '../services/log/createLog.js'
import { createStorage } from '../services/storage/createStorage.js'
import { createSystem } from '../services/system/createSystem.js'
import { createWidget } from './createWidget.js'
import { createEngine, loadEngine } from './engine.js'
import { createFacade } from './facade.js'
import { announceInstance, hasNoPage } from './instances.js'
import type { Latchkey } from './latchkey.js'
import { loadOnce } from './loadOnce.js'
import { createModalHost, createPreload, type ModalLoader } from './modalHost.js'
import { discoverWallets, restoreConnections, resumeLogin } from './startup.js'

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

/** What the page is built with, as the provider is told. */
type Framework = 'html' | 'react'

/** The real world, without what comes with the engine. */
function createPorts({ config, families }: ParsedOptions, framework: Framework): Ports {
  const clock = createClock()
  const provider = loadOnce(async () =>
    (await loadEngine()).createProvider({ config, families, framework, clock }),
  )
  const ports: Omit<Ports, 'page'> = {
    storage: createStorage(config),
    clock,
    system: createSystem(),
    log: createLog(),
    provider: config.providerUrl ? callLater(provider.load) : undefined,
  }
  return ports as Ports
}

/** A provider whose code is fetched by the first of its methods to be called. */
function callLater(load: () => Promise<ProviderPort>): ProviderPort {
  return new Proxy({} as ProviderPort, {
    get:
      (_, name: keyof ProviderPort) =>
      async (...given: unknown[]) =>
        ((await load())[name] as (...given: unknown[]) => unknown)(...given),
  })
}
