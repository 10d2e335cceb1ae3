import { isListedOrigin } from '../../core/config/isAllowedOrigin.js'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { parseSafe, type SafeInfo } from './hostResponses.js'
import { openChannel, type SafeChannel } from './channel.js'
import { safeTransport } from './safeTransport.js'

export type FindSafeParameters = {
  readonly allowedDomains: readonly string[]
  readonly found: (wallet: AnnouncedWallet) => void
  /** Ends the search, and every question to the Safe. */
  readonly signal: AbortSignal
}

/** A host that listens late is asked again after this, in milliseconds. */
const nextQuestion = 500

/**
 * Asks the window this page is framed in whether it is a Safe. Only an answer counts: browsers do not
 * all tell a page who frames it. Where they do, strangers are not even asked.
 */
export async function findSafe({
  allowedDomains,
  found,
  signal,
}: FindSafeParameters): Promise<void> {
  const patterns = allowedDomains.map((pattern) =>
    pattern.includes('://') ? pattern : `https://${pattern}`,
  )
  const isAllowed = (origin: string) => isListedOrigin(origin, patterns)
  const ancestor = framingOrigin()
  if (signal.aborted || (ancestor !== undefined && !isAllowed(ancestor))) return
  const channel = openChannel({ isAllowed, signal })
  const info = await firstAnswer(channel, signal)
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

/** Undefined where the browser does not tell, or hides it. */
function framingOrigin(): string | undefined {
  const { ancestorOrigins } = window.location
  const origin = ancestorOrigins?.[0]
  return origin === 'null' ? undefined : origin
}

/** Asks until there is an answer that makes sense, for as long as a silent wallet has. */
async function firstAnswer(
  channel: SafeChannel,
  signal: AbortSignal,
): Promise<SafeInfo | undefined> {
  return new Promise((resolve) => {
    const ask = () => {
      channel.ask('getSafeInfo', undefined, { limit: limits.walletSilentWait }).then(
        (answer) => {
          const info = parseSafe(answer)
          if (info) end(info)
        },
        () => undefined, // the next question may fare better
      )
    }
    const questions = setInterval(ask, nextQuestion)
    const over = setTimeout(() => end(undefined), limits.walletSilentWait)
    const abort = () => end(undefined)
    const end = (info: SafeInfo | undefined) => {
      clearInterval(questions)
      clearTimeout(over)
      signal.removeEventListener('abort', abort)
      resolve(info)
    }
    signal.addEventListener('abort', abort)
    ask()
  })
}
