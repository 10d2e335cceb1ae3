import type { CheckedInputOf, Endpoint, ResponseInputOf } from '@latchkey/wire/http/endpoint'
import type { Project } from '../../projects/Project.js'
import type { Session } from './sessions.js'

/** The caller of the login API: a frame of the login site. */
export type LoginCaller = {
  readonly project: Project
  /** The site that embeds the frame, as the frame claims and the project allows. */
  readonly origin: string | undefined
  /** The frame's public key as the call claims it. Only a signature proves it. */
  readonly frameKey: string | undefined
  /** The network that limits apply to; undefined within the development allowance. */
  readonly network: string | undefined
  /** Aborts when the caller disconnects or the request times out. */
  readonly signal: AbortSignal
}

/** A caller with a session on this site. */
export type SignedInCaller = LoginCaller & { readonly origin: string; readonly session: Session }

/** A call of the login API and its handler. */
export type LoginRoute = {
  readonly endpoint: Endpoint
  readonly needsSession: boolean
  /** May take up to `maxWaitMs` to respond. */
  readonly isLongPoll: boolean
  readonly handle: (
    input: Readonly<Record<string, unknown>>,
    caller: LoginCaller,
  ) => Promise<unknown>
}

type Handler<endpoint extends Endpoint, caller> = (
  input: CheckedInputOf<endpoint>,
  caller: caller,
) => Promise<ResponseInputOf<endpoint>>

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
