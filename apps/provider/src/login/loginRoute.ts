import type { CheckedInputOf, Endpoint, ReplyOf } from '@latchkey/wire/http/endpoint'
import type { Project } from '../projects/Project.js'
import type { Session } from './sessions.js'

/** Who calls the login API: always a frame of the login site itself. */
export type LoginCaller = {
  readonly project: Project
  /**
   * The site the frame stands in, as the frame says and the project allows; undefined where a call
   * tells none.
   */
  readonly origin: string | undefined
  /** The frame's public key, as every call of a frame tells it. */
  readonly frameKey: string | undefined
  /** The network whose limits count; undefined within the development allowance. */
  readonly network: string | undefined
  /** Ends with the request: the caller has left or its time is over. */
  readonly signal: AbortSignal
}

/** The same, by somebody who is signed in on this very site. */
export type SignedInCaller = LoginCaller & { readonly origin: string; readonly session: Session }

/** A call of the login API with what answers it. */
export type LoginRoute = {
  readonly endpoint: Endpoint
  readonly needsSession: boolean
  /** It may take up to `WAIT_MS` before there is something to say. */
  readonly waits: boolean
  readonly handle: (
    input: Readonly<Record<string, unknown>>,
    caller: LoginCaller,
  ) => Promise<unknown>
}

type Handler<endpoint extends Endpoint, caller> = (
  input: CheckedInputOf<endpoint>,
  caller: caller,
) => Promise<ReplyOf<endpoint>>

type RouteOptions = { readonly waits?: boolean }

/** For whoever is not signed in yet. Throws a Refusal for what the caller can put right. */
export function loginRoute<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handler<endpoint, LoginCaller>,
  { waits = false }: RouteOptions = {},
): LoginRoute {
  // Input is checked against the very schema the handler's type comes from.
  return {
    endpoint,
    needsSession: false,
    waits,
    handle: handle as unknown as LoginRoute['handle'],
  }
}

/** For those who are signed in. */
export function sessionRoute<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handler<endpoint, SignedInCaller>,
  { waits = false }: RouteOptions = {},
): LoginRoute {
  return {
    endpoint,
    needsSession: true,
    waits,
    handle: handle as unknown as LoginRoute['handle'],
  }
}
