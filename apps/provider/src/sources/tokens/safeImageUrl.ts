import { parseUrl } from '@latchkey/wire/parseUrl'

const imageDataPattern = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i
/** SVG markup that runs code or loads other resources. */
const activeSvgPattern =
  /<\s*(?:script|foreignObject|iframe|object|embed|handler|!ENTITY)|\bon\w+\s*=|javascript:|@import|(?:href|src)\s*=\s*["']?\s*(?!#|data:image\/(?!svg)|["'\s>])|url\(\s*["']?\s*(?!#|data:|["'\s])/i
const maxUrlLength = 2_048
/** Longer `data:` URLs are rejected. */
const maxImageLength = 150_000

/** A safe image URL: `data:` or `https:`, with IPFS through the configured gateway. */
export function toSafeImageUrl(
  written: unknown,
  ipfsGateway: string | undefined,
): string | undefined {
  if (typeof written !== 'string') return undefined
  const text = written.trim()
  if (imageDataPattern.test(text)) return isSafeImageData(text) ? text : undefined
  const address = toGatewayUrl(text, ipfsGateway) ?? text
  const url = address.length > maxUrlLength ? undefined : parseUrl(address)
  if (!url) return undefined
  const { protocol, username, password, href } = url
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

/** Safe also when opened as a document rather than as an image. */
function isSafeImageData(data: string): boolean {
  if (data.length > maxImageLength) return false
  const isSvg = /^data:image\/svg/i.test(data)
  return !isSvg || isHarmlessSvg(decodeDataUrl(data) ?? '<script')
}

export function isHarmlessSvg(svg: string): boolean {
  return !activeSvgPattern.test(svg)
}

/** The text of a `data:` URL; undefined if it is invalid. */
export function decodeDataUrl(address: string): string | undefined {
  const comma = address.indexOf(',')
  if (comma === -1) return undefined
  const rest = address.slice(comma + 1)
  if (/;base64$/i.test(address.slice(0, comma))) return Buffer.from(rest, 'base64').toString('utf8')
  try {
    return decodeURIComponent(rest)
  } catch {
    // Many contracts do not escape percent signs.
    return rest
  }
}

/** The gateway URL of `ipfs://…`; undefined for anything else. */
export function toGatewayUrl(text: string, ipfsGateway: string | undefined): string | undefined {
  const path = /^ipfs:\/\/(?:ipfs\/)?([\w./%-]+)$/.exec(text)?.[1]
  if (path === undefined || ipfsGateway === undefined || path.includes('..')) return undefined
  return `${ipfsGateway.replace(/\/$/, '')}/ipfs/${path}`
}
