import {
  frameVersion,
  handshake,
  type handshakeAnswer,
  type handshakeRefusal,
  type Ready,
} from '@latchkey/wire/frame/envelope'
import { safeParseJson } from '@latchkey/wire/json'
import { type FrameSettings, frameSettings, isProjectOrigin } from '@latchkey/wire/login/page'
import * as v from 'valibot'

/** The page around the frame, once it is known to be allowed there. */
type Parent = {
  readonly origin: string
  readonly port: MessagePort
}

/** Of the frame's window: where it hears the page, and where it says that it is there. */
export type HandshakeContext = {
  readonly self: object
  readonly parent: { postMessage(message: unknown, target: string): void }
  listen(listener: (event: Heard) => void, signal: AbortSignal): void
}

export type Heard = Pick<MessageEvent, 'source' | 'origin' | 'data' | 'ports'>

/**
 * Waits for the page's handshake: one for the life of the document, from the window right above, from
 * an origin of the project, with exactly one port. Who says it is judged before what is said is read.
 */
export function awaitHandshake(
  { self, parent, listen }: HandshakeContext,
  isAllowed: (origin: string) => boolean,
): Promise<Parent> {
  const done = new AbortController()
  return new Promise((resolve, reject) => {
    // Opened directly, for instance: there is no page to answer.
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
        } satisfies v.InferInput<typeof handshakeRefusal>)
        port.close()
        return
      }
      done.abort()
      port.postMessage({
        id,
        type: '@w3m-frame/HANDSHAKE_SUCCESS',
      } satisfies v.InferInput<typeof handshakeAnswer>)
      resolve({ origin: event.origin, port })
    }, done.signal)
    // To anybody: it holds nothing, and who is there is not known yet.
    const hello: Ready = { type: '@w3m-frame/READY', payload: { version: frameVersion } }
    parent.postMessage(hello, '*')
  })
}

function handshakeId(data: unknown): string | undefined {
  try {
    const parsed = v.safeParse(handshake, data)
    return parsed.success ? parsed.output.id : undefined
  } catch {
    return undefined // something that cannot even be read
  }
}

/** What the provider wrote into the document, or undefined for a document it did not write. */
export function readSettings(text: string | null | undefined): FrameSettings | undefined {
  const parsed = v.safeParse(frameSettings, safeParseJson(text ?? ''))
  return parsed.success ? parsed.output : undefined
}

/** The provider's list decides which pages may embed the frame, not what a page claims. */
export function originPolicy(settings: FrameSettings): (origin: string) => boolean {
  return (origin) => isProjectOrigin(origin, settings)
}
