import { OpenerPolicyError, PopupBlockedError } from '../../core/runtime/errors/connectors.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'

export type PopupWatch = {
  /**
   * Runs what may open the wallet's window, and ends it when that window cannot open or is gone. Of
   * what `commits` the visitor, a window that closes without a word leaves open whether it was done.
   */
  during<result>(
    run: () => Promise<result>,
    options: { readonly commits: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<result>
  close(): void
}

/** A request while it runs, and what it has heard of the window. */
type Running = { window: 'shown' | 'blocked' | 'cut off' | undefined; isAnswered: boolean }

/** How often the window is looked at, in milliseconds. */
const pollIntervalMs = 300

/**
 * Looks after the window of a wallet whose SDK does not: blocked, the SDK would wait behind the
 * widget for a click nobody can make; closed before it has loaded, it would wait for good. In both
 * cases the SDK is told what the window itself says when it closes, and ends its request.
 */
export function createPopupWatch({
  walletName,
  origin,
}: {
  readonly walletName: string
  /** Of the wallet's window. */
  readonly origin: string
}): PopupWatch {
  const running = new Set<Running>()
  let popup: Window | undefined
  let restore: (() => void) | undefined
  let wasClosed = false
  /** What the SDK ended our last request with: a copy of the error its other promises end with. */
  let rejection: unknown

  /** The closing word of the wallet's window. The SDK listens to it by origin alone. */
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
    // Its own word may be on its way still. Ours is repeated: the SDK may not listen yet.
    if (wasClosed) endRequests()
    wasClosed = true
  }

  /** Lets the wallet's windows open as ever, and nobody else's be noticed. */
  function start(): void {
    if (popup?.closed) popup = undefined
    const original = window.open
    const open: typeof window.open = (...given) => {
      const url = given[0] === undefined ? undefined : new URL(given[0], window.location.href)
      if (url?.origin !== origin || running.size === 0) return original.apply(window, given)
      // The SDK has looked at the page's headers, and adds what it knows to its address each time.
      const isCutOff = url.searchParams.getAll('coop').at(-1) === 'same-origin'
      const opened = isCutOff ? null : original.apply(window, given)
      // One that is gone already: without any, the SDK would draw into the page instead.
      const shown = opened ?? ({ closed: true, focus() {}, close() {} } as unknown as Window)
      popup = shown
      wasClosed = opened === null
      for (const request of running) {
        request.window = opened ? 'shown' : isCutOff ? 'cut off' : 'blocked'
      }
      // The SDK starts to listen once it has its window.
      if (!opened) setTimeout(endRequests)
      return shown
    }
    window.open = open
    window.addEventListener('message', onMessage)
    const timer = setInterval(checkPopup, pollIntervalMs)
    restore = () => {
      // Somebody may have wrapped it since; then it only passes calls on.
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

/** The SDK lets go of promises that are refused here, which the site would be told of as its fault. */
function silenceRejections(isOurs: (error: unknown) => boolean): () => void {
  const hush = (event: PromiseRejectionEvent) => {
    if (isOurs(event.reason)) event.preventDefault()
  }
  window.addEventListener('unhandledrejection', hush)
  return () => window.removeEventListener('unhandledrejection', hush)
}

/** Made in the same breath, at the very same place of the SDK's code. */
function isSameRejection(error: unknown, rejection: unknown): boolean {
  const { code, stack } = Object(rejection)
  return error instanceof Error && Object(error).code === code && error.stack === stack
}
