import type { Limit } from '../deadline.js'

/** The HTTP client of nodes and other sources. It reads whole bodies up to a limit. */
export type HttpClient = {
  /** Throws without a complete response. A system `code` such as `ECONNREFUSED` shows that nothing was sent. */
  send(url: string, request: HttpClientRequest): Promise<HttpClientResponse>
}

export type HttpClientRequest = {
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: Limit
  readonly maxBytes?: number
  /** Called as bytes arrive; an error it throws aborts the call. */
  readonly onBytes?: (count: number) => void
}

export type HttpClientResponse = {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}
