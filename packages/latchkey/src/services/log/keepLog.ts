import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'

/** A log that also keeps its newest lines for a bug report, and those of plain events. */
export function keepLog({ log, clock }: Pick<Ports, 'log' | 'clock'>): Required<Ports['log']> {
  const lines: string[] = []
  let size = 0

  function keep(level: string, message: string, cause?: unknown) {
    const text = `${new Date(clock.now()).toISOString()} ${level} ${message}${describe(cause)}`
    const line = text.slice(0, limits.logLine).replace(pairingKey, '$1…')
    lines.push(line)
    size += line.length + 1
    while (size > limits.logBuffer) size -= (lines.shift()?.length ?? 0) + 1
  }

  return {
    info: (message) => keep('info', message),
    warn(message, ...cause) {
      keep('warn', message, ...cause)
      log.warn(message, ...cause)
    },
    error(message, ...cause) {
      keep('error', message, ...cause)
      log.error(message, ...cause)
    },
    read: () => lines.join('\n'),
  }
}

/** Whoever has a pairing's key reads its messages, so no report may hold one. */
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
