import type { Ports } from '../../core/runtime/ports.js'

const prefix = '[latchkey]'

/** Writes to the console. The engine adds the buffer for bug reports. */
export function createLog(): Ports['log'] {
  return {
    warn: (message, ...cause) => console.warn(prefix, message, ...cause),
    error: (message, ...cause) => console.error(prefix, message, ...cause),
  }
}
