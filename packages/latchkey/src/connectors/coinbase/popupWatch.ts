import { OpenerPolicyError, PopupBlockedError } from '../../core/runtime/errors/connectors.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'

export type PopupWatch = {
  /**
   * Runs a request that may open the popup, and rejects it when the popup is blocked or closed. With
   * `commits`, a popup closed without a response leaves it unknown whether the request was carried out.
   */
  during<result>(
    run: () => Promise<result>,
    options: { readonly commits: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<result>
  close(): void
}

/** A running request with the state of its popup. */
type Running = { window: 'shown' | 'blocked' | 'cut off' | undefined; isAnswered: boolean }

/** Milliseconds between two checks of the popup. */
const pollIntervalMs = 300

/**
 * Watches the popup of an SDK that does not: after a blocked popup or an early close the SDK would wait
 * forever. In both cases it gets the message that a closing popup sends, and ends its request.
 */
export function createPopupWatch({
  walletName,
  origin,
}: {
  readonly walletName: string
  /** The origin of the popup. */
  readonly origin: string
}): PopupWatch {
  const running = new Set<Running>()
  let popup: Window | undefined
  let restore: (() => void) | undefined
  let wasClosed = false
  /** The error of our last request: a copy of the one that the SDK's other promises reject with. */
  let rejection: unknown

  /** Sends the popup's closing message. The SDK checks only its origin. */
  function endRequests(): void {
    const data = { event: 'PopupUnload' }
    const stop = silenceRejections((error) => isSameRejection(error, rejection))
    window.dispatchEvent(new MessageEvent('message', { origin, data }))
    setTimeout(stop, pollIntervalMs)
  }

  const onMessage = (event: MessageEvent) => {
    if (event.origin !== origin || !Object(event.data).content) return
    for (const request of running) request.isAnswered = true
  }

  const checkPopup = () => {
    if (!popup?.closed) return
    // The popup's own message may still arrive. Ours is repeated, because the SDK may not listen yet.
    if (wasClosed) endRequests()
    wasClosed = true
  }

  /** Wraps `window.open` to watch the wallet's popup; other popups are not affected. */
  function start(): void {
    if (popup?.closed) popup = undefined
    const original = window.open
    const open: typeof window.open = (...given) => {
      const url = given[0] === undefined ? undefined : new URL(given[0], window.location.href)
      if (url?.origin !== origin || running.size === 0) return original.apply(window, given)
      // The SDK checks the page's headers and adds the result to the URL each time.
      const isCutOff = url.searchParams.getAll('coop').at(-1) === 'same-origin'
      const opened = isCutOff ? null : original.apply(window, given)
      // A closed window: with `null`, the SDK would render into the page instead.
      const shown = opened ?? ({ closed: true, focus() {}, close() {} } as unknown as Window)
      popup = shown
      wasClosed = opened === null
      for (const request of running) {
        request.window = opened ? 'shown' : isCutOff ? 'cut off' : 'blocked'
      }
      // The SDK starts to listen after it has the window.
      if (!opened) setTimeout(endRequests)
      return shown
    }
    window.open = open
    window.addEventListener('message', onMessage)
    const timer = setInterval(checkPopup, pollIntervalMs)
    restore = () => {
      // If another script has wrapped it since, ours stays and only forwards calls.
      if (window.open === open) window.open = original
      window.removeEventListener('message', onMessage)
      clearInterval(timer)
    }
  }

  return {
    async during(run, { commits, signal }) {
      const isShown = popup?.closed === false
      const request: Running = { window: isShown ? 'shown' : undefined, isAnswered: false }
      const abort = () => {
        popup?.close()
        endRequests()
      }
      if (running.size === 0) start()
      running.add(request)
      signal?.addEventListener('abort', abort)
      try {
        return await run()
      } catch (cause) {
        rejection = cause
        if (request.window === 'blocked') throw new PopupBlockedError(walletName, { cause })
        if (request.window === 'cut off') throw new OpenerPolicyError(walletName, { cause })
        const isUnclear = commits && request.window === 'shown' && !request.isAnswered
        throw isUnclear ? new WalletRequestError(walletName) : cause
      } finally {
        signal?.removeEventListener('abort', abort)
        running.delete(request)
        if (running.size === 0) restore?.()
      }
    },
    close() {
      popup?.close()
      popup = undefined
    },
  }
}

/**
 * Stops the browser from reporting promises that the SDK rejects without a handler as the site's
 * errors.
 */
function silenceRejections(isOurs: (error: unknown) => boolean): () => void {
  const ignore = (event: PromiseRejectionEvent) => {
    if (isOurs(event.reason)) event.preventDefault()
  }
  window.addEventListener('unhandledrejection', ignore)
  return () => window.removeEventListener('unhandledrejection', ignore)
}

/** Both errors are created at the same place in the SDK, so their stacks are equal. */
function isSameRejection(error: unknown, rejection: unknown): boolean {
  const { code, stack } = Object(rejection)
  return error instanceof Error && Object(error).code === code && error.stack === stack
}
