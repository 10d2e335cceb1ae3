import type { CheckedInputOf, Endpoint, ReplyOf } from '@latchkey/wire/http/endpoint'
import type { Project } from '../projects/Project.js'
import type { RateName } from './rates.js'
import type { RequestTraffic } from './traffic.js'

/** Whoever comes, for what is open to everybody. */
export type Visitor = {
  /** The network whose limits count; undefined within the development allowance. */
  readonly network: string | undefined
  /** The site, as its browser names it; undefined for programs. */
  readonly origin: string | undefined
  /** The address under which callers know this provider, without a slash at the end. */
  readonly publicUrl: string
  /** Ends with the request: the caller has left or its time is over. */
  readonly signal: AbortSignal
  readonly traffic: RequestTraffic
  /** Counts the further calls of a batch against the limits. Throws an ApiError (429). */
  countCalls(count: number): void
}

/** Who calls, and on whose behalf. */
export type Caller = Visitor & { readonly project: Project }

export type ImageReply = { readonly contentType: string; readonly bytes: Uint8Array<ArrayBuffer> }

type IsImage = { readonly caching: 'image' }

/** Throws an ApiError for what the caller can put right; anything else is a fault of ours. */
export type Handler<endpoint extends Endpoint> = (
  input: CheckedInputOf<endpoint>,
  // Pages show images without saying for which project, so images are open to everybody.
  caller: endpoint extends IsImage ? Visitor : Caller,
) => Promise<endpoint extends IsImage ? ImageReply : ReplyOf<endpoint>>

/** An endpoint of the contract with what answers it. */
export type Route = {
  readonly endpoint: Endpoint
  readonly handle: AnyHandler
  readonly isForAnySite: boolean
}

type AnyHandler = (
  input: Readonly<Record<string, unknown>>,
  caller: Visitor | Caller,
) => Promise<unknown>

export function route<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handler<endpoint>,
  /** A site its project does not list may read the answer, too. */
  { isForAnySite = false }: { readonly isForAnySite?: boolean } = {},
): Route {
  // Input is checked against the very schema the handler's type comes from.
  return { endpoint, handle: handle as unknown as AnyHandler, isForAnySite }
}

/** A call that is not JSON in, JSON out by a schema, such as the proxy to a chain's nodes. */
export type RawRoute = {
  /** Names the call in logs and figures. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Largest body taken, in bytes. */
  readonly bodyLimit: number
  /** It keeps something: refused while there is no room. */
  readonly writes?: true
  /** Whose limit it counts against; `read` unless said. */
  readonly rate?: RateName
} & (
  | {
      readonly isOpen?: never
      readonly handle: (request: RawRequest, caller: Caller) => Promise<Response>
    }
  | {
      /** Served to whoever comes, from any site, without a project. */
      readonly isOpen: true
      readonly handle: (request: RawRequest, visitor: Visitor) => Promise<Response>
    }
)

export type RawRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: string
}
