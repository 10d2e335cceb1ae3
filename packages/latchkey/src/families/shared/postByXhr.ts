/** What a call needs of `RequestInit`, with a bound on the answer. */
type PostParameters = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  /** Bytes after which the answer is given up. */
  readonly longest: number
}

/** Only to other origins: to its own, a page would send its cookies along. */
export function canPostByXhr(url: string): boolean {
  return typeof XMLHttpRequest !== 'undefined' && new URL(url).origin !== location.origin
}

/**
 * Posts like `fetch`. Where the page's policy blocks the request, Chromium writes one console line for
 * this and two for `fetch`.
 */
export function postByXhr(url: string, parameters: PostParameters): Promise<Response> {
  const { headers, body, signal, longest } = parameters
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
    call.onprogress = ({ loaded }) => loaded > longest && stop(new RangeError('Answer too long'))
    call.onload = () => resolve(toResponse(call))
    call.onerror = () => reject(new TypeError('The request did not get through'))
    call.onloadend = () => signal.removeEventListener('abort', abort)
    call.send(body)
  })
}

function toResponse(call: XMLHttpRequest): Response {
  const { status, responseText } = call
  // Asking for one that the server does not expose would write a console line.
  const rest = /^retry-after: *(.+)$/im.exec(call.getAllResponseHeaders())?.[1]
  // These have no body, and `Response` refuses one.
  const body = [204, 205, 304].includes(status) ? null : responseText
  return new Response(body, { status, headers: rest ? { 'retry-after': rest } : {} })
}
