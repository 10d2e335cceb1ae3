export type PostOptions = {
  /** Milliseconds for the whole call. */
  readonly timeout: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** The response of a server was longer than the limit. */
export class ResponseSizeError extends Error {
  override readonly name = 'ResponseSizeError'
}

/** Posts JSON and reads the response as text, within a time and a size. For code that runs on servers. */
export async function postJson(
  url: string,
  body: object,
  { timeout, maxBytes, signal }: PostOptions,
): Promise<{ readonly isOk: boolean; readonly text: string }> {
  const ending = AbortSignal.timeout(timeout)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([ending, signal]) : ending,
  })
  return { isOk: response.ok, text: await readText(response, maxBytes) }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let [text, size] = ['', 0]
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return text
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      throw new ResponseSizeError()
    }
    text += decoder.decode(part.value, { stream: true })
  }
}
