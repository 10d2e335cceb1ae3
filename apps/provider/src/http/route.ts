import type { CheckedInputOf, Endpoint, ResponseInputOf } from '@latchkey/wire/http/endpoint'
import type { Deadline } from '../deadline.js'
import type { Project } from '../projects/Project.js'
import type { RateName } from './rates.js'
import type { HttpResponse } from './response.js'
import type { RequestTraffic } from './traffic.js'

/** The caller of a route that needs no project. */
export type AnonymousCaller = {
  /** The network whose limits apply; undefined within the development allowance. */
  readonly network: string | undefined
  /** The internet address, behind trusted proxies too; undefined on this machine. */
  readonly address: string | undefined
  /** The `Origin` header; undefined for programs. */
  readonly origin: string | undefined
  /** The provider's public URL, without a trailing slash. */
  readonly publicUrl: string
  /** Ends when the caller disconnects or the time is over. */
  readonly deadline: Deadline
  /** The deadline as a signal. */
  readonly signal: AbortSignal
  readonly traffic: RequestTraffic
  /** Counts the further calls of a batch against the limits. Throws an ApiError (429). */
  countCalls(count: number): void
}

/** The caller and its project. */
export type Caller = AnonymousCaller & {
  readonly project: Project
  /** Whether the project itself lists the origin; the login site may call for every project. */
  allowsOrigin(origin: string): boolean
}

export type ImageFile = { readonly contentType: string; readonly bytes: Uint8Array<ArrayBuffer> }

type IsImage = { readonly caching: 'image' }

/** Throws an ApiError for what the caller can fix; every other error is a 500. */
export type Handler<endpoint extends Endpoint> = (
  input: CheckedInputOf<endpoint>,
  // Pages load images without naming a project, so images are public.
  caller: endpoint extends IsImage ? AnonymousCaller : Caller,
) => Promise<endpoint extends IsImage ? ImageFile : ResponseInputOf<endpoint>>

/** An endpoint of the contract with its handler. */
export type Route = {
  readonly endpoint: Endpoint
  readonly handle: AnyHandler
  readonly isForAnySite: boolean
  readonly writes: boolean
  readonly hasErrorText: boolean
}

type AnyHandler = (
  input: Readonly<Record<string, unknown>>,
  caller: AnonymousCaller | Caller,
) => Promise<unknown>

export function route<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handler<endpoint>,
  {
    isForAnySite = false,
    writes = endpoint.changes === true,
    hasErrorText = false,
  }: {
    /** Sites that the project does not list may read the response too. */
    readonly isForAnySite?: boolean
    /** It stores something: rejected while the disk is full. */
    readonly writes?: boolean
    /** Rejections have their reason in a field `error` too. */
    readonly hasErrorText?: boolean
  } = {},
): Route {
  // Safe: the input is parsed by the schema the handler's type comes from.
  return { endpoint, handle: handle as unknown as AnyHandler, isForAnySite, writes, hasErrorText }
}

/** A route without schemas, such as the proxy to a chain's nodes. */
export type RawRoute = {
  /** The name in logs and metrics. */
  readonly name: string
  readonly method: Endpoint['method']
  readonly path: string
  /** Largest accepted body, in bytes. */
  readonly bodyLimit: number
  /** It stores something: rejected while the disk is full. */
  readonly writes?: true
  /** The rate it counts against; `read` by default. */
  readonly rate?: RateName
} & (
  | {
      readonly isOpen?: never
      readonly handle: (request: RawRequest, caller: Caller) => Promise<Response | HttpResponse>
    }
  | {
      /** Public: any site, no project. */
      readonly isOpen: true
      readonly handle: (
        request: RawRequest,
        visitor: AnonymousCaller,
      ) => Promise<Response | HttpResponse>
    }
)

export type RawRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: string
}
