import type { Outbound, OutboundOptions, OutboundResponse } from '../outbound/createOutbound.js'
import { OutboundError } from '../outbound/OutboundError.js'
import { KeyringError } from './Keyring.js'

/** Sends a request to a key service. Throws a KeyringError without a complete response. */
export async function sendToKeys(
  outbound: Outbound,
  url: string,
  options: OutboundOptions,
): Promise<OutboundResponse> {
  const send = () => outbound.send(url, { ...options, method: 'POST' })
  try {
    return await send().catch((error: unknown) => {
      if (isStaleConnection(error)) return send()
      throw error
    })
  } catch (cause) {
    const isLong = cause instanceof OutboundError && cause.code === 'too-large'
    throw new KeyringError(isLong ? 'bad-response' : 'unavailable', { cause })
  }
}

export function parseKeyResponse(response: OutboundResponse): unknown {
  try {
    return JSON.parse(response.text())
  } catch (cause) {
    throw new KeyringError(response.status >= 500 ? 'unavailable' : 'bad-response', { cause })
  }
}

/** The server closed an idle connection; a new one may work. */
function isStaleConnection(error: unknown): boolean {
  if (!(error instanceof OutboundError) || error.code !== 'unreachable') return false
  const { code } = Object(error.cause) as { code?: unknown }
  return code === 'ECONNRESET' || code === 'EPIPE'
}
