import type { ParsedOptions } from '../core/config/parseOptions.js'
import type { Ports, ProviderPort } from '../core/runtime/ports.js'
import { createClock } from '../services/clock/createClock.js'
import { createLog } from '../services/log/createLog.js'
import { createStorage } from '../services/storage/createStorage.js'
import { createSystem } from '../services/system/createSystem.js'
import { loadEngine } from './createEngine.js'
import { loadOnce } from './loadOnce.js'

/** What the page is built with, as the provider is told. */
export type Framework = 'html' | 'react'

/** The real world, without what comes with the engine. */
export function createPorts({ config, families }: ParsedOptions, framework: Framework): Ports {
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
