import type { Ports } from '../../core/runtime/ports.js'

const prefix = '[latchkey]'

/** Writes to the console. The engine adds what is kept for a bug report. */
export function createLog(): Ports['log'] {
  return {
    warn: (message, ...cause) => console.warn(prefix, message, ...cause),
    error: (message, ...cause) => console.error(prefix, message, ...cause),
  }
}
