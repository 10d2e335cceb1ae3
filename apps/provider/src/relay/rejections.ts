import { RelayFault, relayCloseCodes, relayErrorCodes } from '@latchkey/wire/relay/fault'
import { encodeRelayError, parseRelayFrame } from '@latchkey/wire/relay/frame'
import type { WebSocket } from 'ws'
import type { Clock } from '../clock.js'

/**
 * Rejects sockets without a reconnect storm. A peer rejected at the upgrade reconnects thousands of
 * times a minute; one that gets errors and is closed later reconnects once or twice.
 */
export type Rejections = {
  /** False if too many are being rejected: then reject the upgrade itself. */
  readonly hasRoom: boolean
  reject(socket: WebSocket, fault: RelayFault): void
  closeAll(): void
}

const maxLingering = 1_000
const maxResponses = 20
const authLingerMs = 1_000
const rateLingerMs = 10_000

export function createRejections(clock: Clock, random: () => number): Rejections {
  const lingering = new Set<WebSocket>()
  return {
    get hasRoom() {
      return lingering.size < maxLingering
    },
    reject(socket, fault) {
      lingering.add(socket)
      const isRate = fault.code === relayErrorCodes.rate
      const base = isRate ? rateLingerMs : authLingerMs
      const cancel = clock.after(base * (1 + random()), () => {
        const { tooManyRequests, unauthorized } = relayCloseCodes
        socket.close(isRate ? tooManyRequests : unauthorized, toCloseReason(fault.message))
      })
      let responses = 0
      socket.on('message', (data, isBinary) => {
        const id = isBinary ? undefined : parseRequestId(String(data))
        if (id === undefined || responses === maxResponses) return
        responses += 1
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

/** With jitter, so that clients do not return together. */
export function tooManyConnectionsFault(waitMs: number, random: () => number): RelayFault {
  const seconds = Math.ceil((waitMs / 1_000) * (1 + random())) || 1
  return new RelayFault('rate', 'TooManyRequests', `Too many connections; retry in ${seconds} s`)
}

export function tooManyFault(
  what: 'calls' | 'publications' | 'fetches',
  waitMs: number,
): RelayFault {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new RelayFault('rate', 'TooManyRequests', `Too many ${what}; retry in ${seconds} s`)
}

/** Internal errors are only logged, not sent. */
export function toFault(error: unknown): RelayFault {
  if (error instanceof RelayFault) return error
  return new RelayFault('internal', 'Unknown', 'The relay could not do this.')
}

/** A close frame has room for 123 bytes. */
function toCloseReason(text: string): string {
  return Buffer.from(text).subarray(0, 120).toString()
}

function parseRequestId(text: string) {
  try {
    const frame = parseRelayFrame(text)
    return frame.kind === 'request' ? frame.id : undefined
  } catch {
    // Needs no response: the sender is being rejected.
    return undefined
  }
}
