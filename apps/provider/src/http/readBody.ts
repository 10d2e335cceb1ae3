import { ApiError } from '../errors/ApiError.js'

/** The body as text. Throws an ApiError (413) as soon as it exceeds the limit. */
export async function readBody(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit)
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new ApiError(422, 'body', 'The body is not UTF-8 text.', { cause })
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLong = () => new ApiError(413, 'body', `The body is longer than ${limit} bytes.`)
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > limit) throw tooLong()
  if (declared !== null) {
    // The HTTP parser ends a body at its declared length, and reading it at once is much faster.
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > limit) throw tooLong()
    return bytes
  }
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    if (length > limit) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
