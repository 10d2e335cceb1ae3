import { isHex } from 'viem'
import type { Clock } from '../clock.js'
import { withDeadline } from '../deadline.js'
import type { HttpClient } from './HttpClient.js'

const lookupTimeoutMs = 5_000
const maxLookupBytes = 262_144
const maxGateways = 3

/** CCIP-Read (EIP-3668): requests the gateways that a contract names, at public addresses only. */
export function createCcipLookup(web: HttpClient, clock: Clock) {
  return async ({
    data,
    sender,
    urls,
  }: {
    data: `0x${string}`
    sender: `0x${string}`
    urls: readonly string[]
  }): Promise<`0x${string}`> => {
    for (const url of urls.slice(0, maxGateways)) {
      try {
        const isGet = url.includes('{data}')
        const { status, bytes } = await withDeadline(clock, lookupTimeoutMs, (signal) =>
          web.send(url.replace('{sender}', sender.toLowerCase()).replace('{data}', data), {
            signal,
            maxBytes: maxLookupBytes,
            ...(isGet
              ? { method: 'GET' }
              : {
                  method: 'POST',
                  headers: { 'content-type': 'application/json' },
                  body: JSON.stringify({ data, sender }),
                }),
          }),
        )
        if (status !== 200) continue
        const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
        const found = (body as { data?: unknown } | null)?.data
        if (isHex(found)) return found
      } catch {
        // Try the next gateway.
      }
    }
    throw new Error('No gateway responded.')
  }
}
