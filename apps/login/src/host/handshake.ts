import {
  frameVersion,
  handshake,
  type handshakeAccepted,
  type handshakeRejected,
  type Ready,
} from '@latchkey/wire/frame/envelope'
import { safeParseJson } from '@latchkey/wire/json'
import { type FrameSettings, frameSettings, isProjectOrigin } from '@latchkey/wire/login/page'
import * as v from 'valibot'

/** The page around the frame, after its origin was checked. */
type Parent = {
  readonly origin: string
  readonly port: MessagePort
}

/** The frame's window and its parent. */
export type HandshakeContext = {
  readonly self: object
  readonly parent: { postMessage(message: unknown, target: string): void }
  listen(listener: (event: ReceivedMessage) => void, signal: AbortSignal): void
}

export type ReceivedMessage = Pick<MessageEvent, 'source' | 'origin' | 'data' | 'ports'>

/**
 * Waits for the page's handshake: once per document, from the parent window, from an origin of the
 * project, with exactly one port. The sender is checked before the data is read.
 */
export function awaitHandshake(
  { self, parent, listen }: HandshakeContext,
  isAllowed: (origin: string) => boolean,
): Promise<Parent> {
  const done = new AbortController()
  return new Promise((resolve, reject) => {
    // Opened directly, so there is no page.
    if (parent === self) return reject(new TypeError('W3mFrame: parent is not set'))
    listen((event) => {
      if (done.signal.aborted) return
      if (event.source !== parent || event.source === self) return
      const id = handshakeId(event.data)
      const [port, ...more] = event.ports
      if (!id || !port || more.length > 0) return
      if (!isAllowed(event.origin)) {
        port.postMessage({
          id,
          type: '@w3m-frame/HANDSHAKE_ERROR',
          payload: { message: 'This site is not one of the project' },
        } satisfies v.InferInput<typeof handshakeRejected>)
        port.close()
        return
      }
      done.abort()
      port.postMessage({
        id,
        type: '@w3m-frame/HANDSHAKE_SUCCESS',
      } satisfies v.InferInput<typeof handshakeAccepted>)
      resolve({ origin: event.origin, port })
    }, done.signal)
    // To any origin: the page is not known yet, and the message has no secrets.
    const hello: Ready = { type: '@w3m-frame/READY', payload: { version: frameVersion } }
    parent.postMessage(hello, '*')
  })
}

function handshakeId(data: unknown): string | undefined {
  try {
    const parsed = v.safeParse(handshake, data)
    return parsed.success ? parsed.output.id : undefined
  } catch {
    return undefined // a getter or proxy may throw
  }
}

/** The settings in the document; undefined if the provider did not write it. */
export function readSettings(text: string | null | undefined): FrameSettings | undefined {
  const parsed = v.safeParse(frameSettings, safeParseJson(text ?? ''))
  return parsed.success ? parsed.output : undefined
}

/** The provider's list decides which pages may embed the frame, not what a page claims. */
export function originPolicy(settings: FrameSettings): (origin: string) => boolean {
  return (origin) => isProjectOrigin(origin, settings)
}
