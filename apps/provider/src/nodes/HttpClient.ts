/** What nodes and other sources need of HTTP. Whatever implements it reads whole bodies, with a bound. */
export interface HttpClient {
  /**
   * Throws when no whole answer came. An error, or a cause of it, that carries a system `code` such as
   * `ECONNREFUSED` tells whether anything was sent.
   */
  send(url: string, request: HttpRequest): Promise<HttpReply>
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly limitBytes?: number
  /** Told of bytes as they arrive; what it throws ends the call and is thrown by it. */
  readonly onBytes?: (count: number) => void
}

export type HttpReply = {
  readonly status: number
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}
