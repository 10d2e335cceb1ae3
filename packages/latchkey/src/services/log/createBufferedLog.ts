import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'

/** Adds a buffer of the newest lines, for bug reports. */
export function createBufferedLog({
  log,
  clock,
}: Pick<Ports, 'log' | 'clock'>): Required<Ports['log']> {
  const lines: string[] = []
  let size = 0

  function append(level: string, message: string, cause?: unknown) {
    const text = `${new Date(clock.now()).toISOString()} ${level} ${message}${describe(cause)}`
    const line = text.slice(0, limits.logLine).replace(pairingKey, '$1…')
    lines.push(line)
    size += line.length + 1
    while (size > limits.logBuffer) size -= (lines.shift()?.length ?? 0) + 1
  }

  return {
    info: (message) => append('info', message),
    warn(message, ...cause) {
      append('warn', message, ...cause)
      log.warn(message, ...cause)
    },
    error(message, ...cause) {
      append('error', message, ...cause)
      log.error(message, ...cause)
    },
    read: () => lines.join('\n'),
  }
}

/** Removed: a pairing key decrypts the messages of its session. */
const pairingKey = /(symKey(?:=|%\w+?D))[\da-f]+/gi

function describe(cause: unknown, depth = 0): string {
  if (cause === undefined || depth > 4) return ''
  try {
    if (cause instanceof Error) return `: ${cause}${describe(cause.cause, depth + 1)}`
    return `: ${JSON.stringify(cause) ?? String(cause)}`
  } catch {
    return ': (unreadable)'
  }
}
