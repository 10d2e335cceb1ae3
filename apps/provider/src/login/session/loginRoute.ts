import type { CheckedInputOf, Endpoint, ReplyOf } from '@latchkey/wire/http/endpoint'
import type { Project } from '../../projects/Project.js'
import type { Session } from './sessions.js'

/** The caller of the login API: a frame of the login site. */
export type LoginCaller = {
  readonly project: Project
  /**
   * The site around the frame, as the frame claims and the project allows. Undefined if the call
   * names none.
   */
  readonly origin: string | undefined
  /** The frame's public key as the call claims it. Nothing proves it but a signature. */
  readonly frameKey: string | undefined
  /** The network whose limits count; undefined within the development allowance. */
  readonly network: string | undefined
  /** Aborts with the request: the caller has left, or it timed out. */
  readonly signal: AbortSignal
}

/** The same, signed in on this site. */
export type SignedInCaller = LoginCaller & { readonly origin: string; readonly session: Session }

/** A call of the login API and its handler. */
export type LoginRoute = {
  readonly endpoint: Endpoint
  readonly needsSession: boolean
  /** It may take up to `WAIT_MS` to answer. */
  readonly isLongPoll: boolean
  readonly handle: (
    input: Readonly<Record<string, unknown>>,
    caller: LoginCaller,
  ) => Promise<unknown>
}

type Handler<endpoint extends Endpoint, caller> = (
  input: CheckedInputOf<endpoint>,
  caller: caller,
) => Promise<ReplyOf<endpoint>>

type RouteOptions = { readonly isLongPoll?: boolean }

/** A route without a session. Throws an ApiError for what the caller can correct. */
export function loginRoute<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handler<endpoint, LoginCaller>,
  { isLongPoll = false }: RouteOptions = {},
): LoginRoute {
  // Input is checked against the schema that the handler's type comes from.
  return {
    endpoint,
    needsSession: false,
    isLongPoll,
    handle: handle as unknown as LoginRoute['handle'],
  }
}

/** A route that needs a session. */
export function sessionRoute<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handler<endpoint, SignedInCaller>,
  { isLongPoll = false }: RouteOptions = {},
): LoginRoute {
  return {
    endpoint,
    needsSession: true,
    isLongPoll,
    handle: handle as unknown as LoginRoute['handle'],
  }
}
