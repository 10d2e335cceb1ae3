import { ApiError } from '../errors/ApiError.js'

/** The body as text. Throws an ApiError (413) as soon as it exceeds the limit. */
export async function readBody(request: Request, limit: number): Promise<string> {
  const tooLong = () => new ApiError(413, 'body', `The body is longer than ${limit} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLong()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    if (length > limit) throw tooLong()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new ApiError(422, 'body', 'The body is not UTF-8 text.', { cause })
  }
}
