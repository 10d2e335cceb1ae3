/** Like `RequestInit`, with a limit for the response. */
type PostParameters = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  /** In bytes. */
  readonly maxLength: number
}

/** Only for other origins: same-origin requests would include cookies. */
export function canPostByXhr(url: string): boolean {
  return typeof XMLHttpRequest !== 'undefined' && new URL(url).origin !== location.origin
}

/**
 * Posts like `fetch`. Where the page's policy blocks the request, Chromium writes one console line for
 * this and two for `fetch`.
 */
export function postByXhr(url: string, parameters: PostParameters): Promise<Response> {
  const { headers, body, signal, maxLength } = parameters
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const call = new XMLHttpRequest()
    const stop = (reason: unknown) => {
      reject(reason)
      call.abort()
    }
    const abort = () => stop(signal.reason)
    signal.addEventListener('abort', abort)
    call.open('POST', url)
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.onprogress = ({ loaded }) =>
      loaded > maxLength && stop(new RangeError('The response is too long'))
    call.onload = () => resolve(toResponse(call))
    call.onerror = () => reject(new TypeError('The request failed'))
    call.onloadend = () => signal.removeEventListener('abort', abort)
    call.send(body)
  })
}

function toResponse(call: XMLHttpRequest): Response {
  const { status, responseText } = call
  // Reading a header that the server does not expose would log an error.
  const retryAfter = /^retry-after: *(.+)$/im.exec(call.getAllResponseHeaders())?.[1]
  // `Response` throws when one of these has a body.
  const body = [204, 205, 304].includes(status) ? null : responseText
  return new Response(body, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
}
