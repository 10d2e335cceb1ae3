import { parseUrl } from '@latchkey/wire/parseUrl'
import { maxMessageBytes } from '@latchkey/wire/relay/methods'
import { decodeBase64, encodeBase64, isHex32 } from '../crypto/encoding.js'

/** The longest message plus the longest link. */
const maxLinkLength = maxMessageBytes + 2_048

/** A message in a link. */
export type LinkMessage = {
  readonly topic: string
  readonly envelope: Uint8Array
}

/** Adds a message to an app's universal link. */
export function formatLink(app: string, { topic, envelope }: LinkMessage): string {
  const text = encodeBase64(envelope).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `${app}?wc_ev=${text}&topic=${topic}`
}

/** Undefined unless the link opens our app and contains one well-formed message. */
export function parseLink(url: string, ownApp: string): LinkMessage | undefined {
  if (url.length > maxLinkLength) return undefined
  const address = readAddress(url)
  if (address === undefined || address !== readAddress(ownApp)) return undefined
  const { searchParams } = new URL(url)
  const [topic, ...otherTopics] = searchParams.getAll('topic')
  const [text = '', ...otherTexts] = searchParams.getAll('wc_ev')
  if (!isHex32(topic) || otherTopics.length > 0 || otherTexts.length > 0) return undefined
  if (!/^[\w-]+$/.test(text)) return undefined
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  const envelope = decodeBase64(standard.padEnd(Math.ceil(text.length / 4) * 4, '='))
  return envelope && { topic, envelope }
}

/** Any app can register another scheme; only https links are bound to their owner. */
export function isUniversalLink(text: string): boolean {
  return readAddress(text) !== undefined && !/[?#]/.test(text)
}

export function originOf(text: string): string | undefined {
  return parseUrl(text)?.origin
}

/** The link's address without query and fragment. */
function readAddress(text: string): string | undefined {
  const url = parseUrl(text)
  if (!url) return undefined
  const { protocol, username, password, origin, pathname } = url
  if (protocol !== 'https:' || username || password) return undefined
  return origin + pathname.replace(/\/$/, '')
}
