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
import { announceInstance, isServer } from './instances.js'
import type { Latchkey } from './latchkey.js'
import { loadOnce } from './loadOnce.js'
import { createModalHost, createPreload, type ModalLoader } from './modalHost.js'
import { discoverWallets, restoreConnections, resumeLogin } from './startup.js'

/** Creates and starts a widget. Entry points differ in how they load the interface. */
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
  if (!isServer()) discoverWallets(widget, engine)
  const ready = restoreConnections(widget, engine)
  const latchkey = createFacade({ widget, engine, host, ready, end })
  if (!isServer()) {
    void resumeLogin(widget, engine)
    announceInstance({ name: widget.config.instance, latchkey, widget, host, preload })
  }
  return latchkey
}

/** Follows the system's colour scheme until the site sets one. */
function watchSystemTheme(widget: Widget): void {
  const { ports, stores, signal } = widget
  let isFollowing = true
  const stopSystem = ports.system.watchPrefersDark(() => {
    if (!isFollowing) return
    setTheme(widget, { mode: ports.system.prefersDark() ? 'dark' : 'light' })
  })
  // A different mode was set by the site, which decides from now on.
  const stopTheme = stores.theme.subscribe(({ mode }) => {
    if ((mode === 'dark') !== ports.system.prefersDark()) isFollowing = false
  })
  signal.addEventListener('abort', () => {
    stopSystem()
    stopTheme()
  })
}

/** The entry point, reported to the provider as part of `sv`. */
type Framework = 'html' | 'react'

/** The browser's ports, except `page`, which comes with the engine. */
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
    provider: config.providerUrl ? createLazyProvider(provider.load) : undefined,
  }
  return ports as Ports
}

/** A provider that is loaded by its first call. */
function createLazyProvider(load: () => Promise<ProviderPort>): ProviderPort {
  return new Proxy({} as ProviderPort, {
    get:
      (_, name: keyof ProviderPort) =>
      async (...given: unknown[]) =>
        ((await load())[name] as (...given: unknown[]) => unknown)(...given),
  })
}
