import { RELAY_CLOSE_CODES, RELAY_ERROR_CODES, RelayFault } from '@latchkey/wire/relay/fault'
import { encodeRelayError, parseRelayFrame } from '@latchkey/wire/relay/frame'
import type { WebSocket } from 'ws'
import type { Clock } from '../clock.js'

/**
 * Turns sockets away without a storm. A peer that is refused at the upgrade, or closed at once, comes
 * back thousands of times a minute; one that gets its calls answered with the error and is closed
 * later comes back once or twice.
 */
export interface Refusals {
  /** False when too many are being turned away already: then refuse the upgrade itself. */
  readonly hasRoom: boolean
  refuse(socket: WebSocket, fault: RelayFault): void
  closeAll(): void
}

const MAX_LINGERING = 1_000
const MAX_ANSWERS = 20
const AUTH_LINGER_MS = 1_000
const RATE_LINGER_MS = 10_000

export function createRefusals(clock: Clock, random: () => number): Refusals {
  const lingering = new Set<WebSocket>()
  return {
    get hasRoom() {
      return lingering.size < MAX_LINGERING
    },
    refuse(socket, fault) {
      lingering.add(socket)
      const isRate = fault.code === RELAY_ERROR_CODES.rate
      const base = isRate ? RATE_LINGER_MS : AUTH_LINGER_MS
      const cancel = clock.after(base * (1 + random()), () => {
        const { tooManyRequests, unauthorized } = RELAY_CLOSE_CODES
        socket.close(isRate ? tooManyRequests : unauthorized, closeReason(fault.message))
      })
      let answers = 0
      socket.on('message', (data, isBinary) => {
        const id = isBinary ? undefined : requestId(String(data))
        if (id === undefined || answers === MAX_ANSWERS) return
        answers += 1
        socket.send(encodeRelayError(id, fault.body()))
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        cancel()
        lingering.delete(socket)
      })
      socket.send(encodeRelayError(0, fault.body()))
    },
    closeAll() {
      for (const socket of lingering) socket.terminate()
    },
  }
}

/** Spread, so that those turned away together do not return together. */
export function tooManyConnections(waitMs: number, random: () => number): RelayFault {
  const seconds = Math.ceil((waitMs / 1_000) * (1 + random())) || 1
  return new RelayFault('rate', 'TooManyRequests', `Too many connections; retry in ${seconds} s`)
}

export function tooMany(what: 'calls' | 'publications' | 'fetches', waitMs: number): RelayFault {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new RelayFault('rate', 'TooManyRequests', `Too many ${what}; retry in ${seconds} s`)
}

/** Faults of ours are nobody's business; the log has them. */
export function toFault(error: unknown): RelayFault {
  if (error instanceof RelayFault) return error
  return new RelayFault('internal', 'Unknown', 'The relay could not do this.')
}

/** A close frame has room for 123 bytes. */
function closeReason(text: string): string {
  return Buffer.from(text).subarray(0, 120).toString()
}

function requestId(text: string) {
  try {
    const frame = parseRelayFrame(text)
    return frame.kind === 'request' ? frame.id : undefined
  } catch {
    // Not worth an answer: the sender is being turned away.
    return undefined
  }
}
