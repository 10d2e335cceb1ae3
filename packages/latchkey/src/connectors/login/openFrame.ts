import { appPrefix, handshakeAnswer, handshakeRefusal, ready } from '@latchkey/wire/frame/envelope'
import { type FrameEvent, parseFrameEvent } from '@latchkey/wire/frame/events'
import { FrameClosedError, FrameSilentError } from '../../core/runtime/errors/login.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { randomId } from '../../core/runtime/randomId.js'
import { safeParse } from '../../core/runtime/safeParse.js'

/** One life of the login frame, from its first byte to its end. It never comes back: a fresh one does. */
export type Frame = {
  readonly element: HTMLIFrameElement
  /** Settles once requests may be posted; rejects when that never comes. */
  readonly ready: Promise<void>
  /** Aborted with the reason when the frame's life ends. */
  readonly signal: AbortSignal
  /** Whether a document came, whichever one. */
  hasLoaded(): boolean
  post(message: object): void
  end(reason: WidgetError): void
}

/**
 * Listens for the frame's first word, hands it one port and talks on that alone.
 *
 *     loading ──READY──▶ greeted ──HANDSHAKE_SUCCESS, 500 ms──▶ ready
 *        └──────────────────┴──refused, navigated, removed, ended──▶ over
 */
export function openFrame({
  element,
  origin,
  clock,
  heard,
}: {
  readonly element: HTMLIFrameElement
  readonly origin: string
  readonly clock: Ports['clock']
  readonly heard: (event: FrameEvent) => void
}): Frame {
  const life = new AbortController()
  const { signal } = life
  const greeting = randomId()
  let port: MessagePort | undefined
  let hasLoaded = false
  let announce: () => void
  const isReady = new Promise<void>((resolve, reject) => {
    announce = resolve
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // Those who wait are told; when nobody does, nobody needs to be.
  isReady.catch(() => undefined)

  function end(reason: WidgetError) {
    if (signal.aborted) return
    life.abort(reason)
    port?.close()
    element.remove()
  }

  window.addEventListener(
    'message',
    (event) => {
      // Who speaks comes before what is said: nothing of another's message is even looked at.
      const frame = element.contentWindow
      if (!frame || event.source !== frame || event.origin !== origin) return
      if (port || !safeParse(ready, event.data)) return
      greet(frame)
    },
    { signal },
  )

  function greet(frame: Window) {
    const channel = new MessageChannel()
    port = channel.port1
    const rested = clock.sleep(limits.frameReadyDelay, signal)
    rested.catch(() => undefined)
    let isGreeted = false
    port.onmessage = ({ data }) => {
      if (isGreeted) {
        const event = parseFrameEvent(data)
        if (event) heard(event)
        return
      }
      if (safeParse(handshakeAnswer, data)?.value.id === greeting) {
        isGreeted = true
        rested.then(announce, () => undefined)
      } else if (safeParse(handshakeRefusal, data)?.value.id === greeting) {
        end(new FrameSilentError('unverified_domain'))
      }
    }
    // Fired where the other side is gone for good, by a crash for instance.
    port.addEventListener('close', () => end(new FrameClosedError()))
    frame.postMessage({ id: greeting, type: `${appPrefix}HANDSHAKE` }, origin, [channel.port2])
  }

  element.addEventListener(
    'load',
    () => {
      // A second document is not the one that was greeted, whoever wrote it.
      if (hasLoaded) end(new FrameClosedError())
      hasLoaded = true
      void expectWord()
    },
    { signal },
  )

  /** Ours speaks while it loads. One that has loaded and says nothing is another, led here or refused. */
  async function expectWord() {
    await clock.sleep(limits.frameWatch, signal).catch(() => undefined)
    if (!port) end(new FrameSilentError('iframe_load_failed'))
  }

  return {
    element,
    ready: isReady,
    signal,
    hasLoaded: () => hasLoaded,
    post: (message) => port?.postMessage(message),
    end,
  }
}
