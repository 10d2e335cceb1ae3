/** The readable part of a mail. */
export interface ReadMail {
  readonly from: string
  readonly subject: string
  readonly text: string
}

const maxDepth = 5

/** Parses a raw mail: enough MIME for text mails. All input is untrusted. */
export function readMail(source: string): ReadMail {
  const { headers, body } = splitPart(source)
  return {
    from: decodeWords(headers.get('from') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: plainText(headers, body, 0) ?? '',
  }
}

type Headers = ReadonlyMap<string, string>

/** `source` has one character per byte. Of repeated headers, the first counts. */
function splitPart(source: string): { headers: Headers; body: string } {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { headers, body: end ? source.slice(end.index + end[0].length) : '' }
}

function plainText(headers: Headers, body: string, depth: number): string | undefined {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = parameterOf(type, 'boundary')
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < maxDepth) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    for (const part of parts) {
      const inner = splitPart(part.replace(/^\r?\n/, '').replace(/\r?\n$/, ''))
      const text = plainText(inner.headers, inner.body, depth + 1)
      if (text !== undefined) return text
    }
    return undefined
  }
  if (!/^text\/plain/i.test(type)) return undefined
  const bytes = decodeTransfer(body, headers.get('content-transfer-encoding') ?? '')
  return decodeCharacters(bytes, parameterOf(type, 'charset')).replaceAll('\r\n', '\n')
}

function parameterOf(value: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(value)
  return match?.[1] ?? match?.[2]
}

function decodeTransfer(body: string, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64')
    case 'quoted-printable':
      return decodeQuoted(body.replaceAll(/=[ \t]*\r?\n/g, ''))
    default:
      return Buffer.from(body, 'latin1')
  }
}

function decodeQuoted(text: string): Buffer {
  const plain = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(plain, 'latin1')
}

function decodeCharacters(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** `=?utf-8?Q?…?=` within a header; spaces between two of them are not part of the text. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?([^?\s]+)\?([BQ])\?([^?\s]*)\?=/gi, (_, charset, encoding, text) =>
      decodeCharacters(
        encoding.toUpperCase() === 'B'
          ? Buffer.from(text, 'base64')
          : decodeQuoted(text.replaceAll('_', ' ')),
        charset,
      ),
    )
}
