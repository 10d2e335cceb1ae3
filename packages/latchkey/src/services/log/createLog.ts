import type { Ports } from '../../core/ports.js'

const prefix = '[latchkey]'

export function createLog(): Ports['log'] {
  return {
    warn: (message, ...cause) => console.warn(prefix, message, ...cause),
    error: (message, ...cause) => console.error(prefix, message, ...cause),
  }
}
