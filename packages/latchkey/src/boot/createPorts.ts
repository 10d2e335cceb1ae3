import type { Ports } from '../core/ports.js'
import { createClock } from '../services/clock/createClock.js'
import { createLog } from '../services/log/createLog.js'
import { createPage } from '../services/page/createPage.js'
import { createStorage } from '../services/storage/createStorage.js'

/** The real world. */
export function createPorts(instance: string): Ports {
  return {
    storage: createStorage({ instance }),
    clock: createClock(),
    page: createPage(),
    log: createLog(),
  }
}
