import { framePrefix } from '@latchkey/wire/frame/envelope'
import {
  type FrameEvent,
  type FrameNoticeName,
  type FrameResult,
  frameError,
  frameSuccess,
} from '@latchkey/wire/frame/events'
import {
  type CheckedFramePayload,
  type FrameRequest,
  type FrameRequestName,
  parseFrameRequest,
} from '@latchkey/wire/frame/requests'
import { LoginError } from '../loginError.js'

type Handler<name extends FrameRequestName> = (
  payload: CheckedFramePayload<name>,
) => Promise<FrameResult<name>>

export type Handlers = { readonly [name in FrameRequestName]: Handler<name> }

type NoticeOf<name extends FrameNoticeName> = Extract<
  FrameEvent,
  { kind: 'notice'; name: name }
>['payload']

export type Notify = <name extends FrameNoticeName>(name: name, payload: NoticeOf<name>) => void

/** Concurrent requests. No honest page needs more. */
const maxOpen = 128
/** How many used ids are remembered. */
const maxRemembered = 4_096

/**
 * Answers each request of the page once, under its id. Messages that do not match the protocol are
 * dropped without a response.
 */
export function dispatch(
  port: MessagePort,
  handlers: Handlers,
  log: FrameLog = () => undefined,
): void {
  const spent = new Set<string>()
  let open = 0

  port.onmessage = ({ data }: { readonly data: unknown }) => {
    const request = read(data)
    if (!request || spent.has(request.id)) return
    spent.add(request.id)
    for (const oldest of spent) {
      if (spent.size <= maxRemembered) break
      spent.delete(oldest)
    }
    if (open >= maxOpen) {
      const message = 'Too many requests at once'
      port.postMessage(frameError(request.id, request.name, { code: 'busy', message }))
      return
    }
    open += 1
    respond(request).finally(() => {
      open -= 1
    })
  }

  async function respond({ id, name, payload }: FrameRequest): Promise<void> {
    log(`${name} requested`)
    try {
      const run = handlers[name] as (payload: unknown) => Promise<never>
      port.postMessage(frameSuccess(id, name, await run(payload)))
      log(`${name} answered`)
    } catch (error) {
      log(`${name} failed: ${reasonOf(error)}`)
      port.postMessage(frameError(id, name, failureOf(error)))
    }
  }
}

export function createNotify(port: MessagePort): Notify {
  return (name, payload) =>
    port.postMessage({
      type: `${framePrefix}${name}`,
      ...(payload !== undefined && { payload }),
    })
}

function read(data: unknown): FrameRequest | undefined {
  try {
    return parseFrameRequest(data)
  } catch {
    return undefined // a getter or proxy may throw
  }
}

/** `LoginError`s are sent as they are; the page learns nothing about other errors. */
function failureOf(error: unknown) {
  return error instanceof LoginError ? error.failure : { message: 'Something went wrong' }
}

/** Only the kind of error: its message could contain data of the page. */
function reasonOf(error: unknown): string {
  if (error instanceof LoginError) return error.failure.code ?? error.name
  return error instanceof Error ? error.name : 'unknown'
}

/** Logs requests and their outcome to the console, for developers of the embedding site. */
type FrameLog = (text: string) => void

/** Only if the page sets `enableLogger`. */
export function createFrameLog(query: URLSearchParams, console: Pick<Console, 'debug'>): FrameLog {
  if (query.get('enableLogger') !== 'true') return () => undefined
  return (text) => console.debug('[latchkey login]', text)
}
