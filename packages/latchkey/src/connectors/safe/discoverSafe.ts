import { isListedOrigin } from '../../core/config/isAllowedOrigin.js'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { openChannel, type SafeChannel } from './channel.js'
import { parseSafe, type SafeInfo } from './hostResponses.js'
import { safeTransport } from './safeTransport.js'

export type DiscoverSafeParameters = {
  readonly allowedDomains: readonly string[]
  readonly found: (wallet: AnnouncedWallet) => void
  /** Ends the search and every request to the Safe. */
  readonly signal: AbortSignal
}

/** Milliseconds between two requests to a host that listens late. */
const probeInterval = 500

/**
 * Checks whether the parent window is a Safe. Only its response counts, because not every browser
 * reports the parent's origin. Where one does, unknown origins get no request.
 */
export async function discoverSafe({
  allowedDomains,
  found,
  signal,
}: DiscoverSafeParameters): Promise<void> {
  const patterns = allowedDomains.map((pattern) =>
    pattern.includes('://') ? pattern : `https://${pattern}`,
  )
  const isAllowed = (origin: string) => isListedOrigin(origin, patterns)
  const ancestor = framingOrigin()
  if (signal.aborted || (ancestor !== undefined && !isAllowed(ancestor))) return
  const channel = openChannel({ isAllowed, signal })
  const info = await requestSafeInfo(channel, signal)
  if (!info) return channel.close()
  found({
    id: 'safe',
    namespace: 'eip155',
    type: 'EXTERNAL',
    name: 'Safe',
    isHost: true,
    open: () => safeTransport(channel, info),
  })
}

/** Undefined where the browser does not report it. */
function framingOrigin(): string | undefined {
  const { ancestorOrigins } = window.location
  const origin = ancestorOrigins?.[0]
  return origin === 'null' ? undefined : origin
}

/** Repeats the request until a valid response or the timeout. */
async function requestSafeInfo(
  channel: SafeChannel,
  signal: AbortSignal,
): Promise<SafeInfo | undefined> {
  return new Promise((resolve) => {
    const probe = () => {
      channel.send('getSafeInfo', undefined, { limit: limits.walletSilentWait }).then(
        (response) => {
          const info = parseSafe(response)
          if (info) end(info)
        },
        () => undefined, // the next request may succeed
      )
    }
    const interval = setInterval(probe, probeInterval)
    const over = setTimeout(() => end(undefined), limits.walletSilentWait)
    const abort = () => end(undefined)
    const end = (info: SafeInfo | undefined) => {
      clearInterval(interval)
      clearTimeout(over)
      signal.removeEventListener('abort', abort)
      resolve(info)
    }
    signal.addEventListener('abort', abort)
    probe()
  })
}
