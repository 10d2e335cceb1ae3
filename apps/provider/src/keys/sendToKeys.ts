import type { Outbound, OutboundAnswer, OutboundOptions } from '../outbound/createOutbound.js'
import { OutboundError } from '../outbound/OutboundError.js'
import { KeyringError } from './Keyring.js'

/** Sends a request to where keys are. Throws a KeyringError when no whole answer comes. */
export async function sendToKeys(
  outbound: Outbound,
  url: string,
  options: OutboundOptions,
): Promise<OutboundAnswer> {
  const send = () => outbound.send(url, { ...options, method: 'POST' })
  try {
    return await send().catch((error: unknown) => {
      if (isStaleConnection(error)) return send()
      throw error
    })
  } catch (cause) {
    const isLong = cause instanceof OutboundError && cause.code === 'too-large'
    throw new KeyringError(isLong ? 'bad-answer' : 'unavailable', { cause })
  }
}

export function parseKeyResponse(response: OutboundAnswer): unknown {
  try {
    return JSON.parse(response.text())
  } catch (cause) {
    throw new KeyringError(response.status >= 500 ? 'unavailable' : 'bad-answer', { cause })
  }
}

/** The other side closed a connection kept for next time; a new one may work. */
function isStaleConnection(error: unknown): boolean {
  if (!(error instanceof OutboundError) || error.code !== 'unreachable') return false
  const { code } = Object(error.cause) as { code?: unknown }
  return code === 'ECONNRESET' || code === 'EPIPE'
}
