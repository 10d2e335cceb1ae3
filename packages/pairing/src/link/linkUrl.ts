import { parseUrl } from '@latchkey/wire/parseUrl'
import { MAX_MESSAGE_BYTES } from '@latchkey/wire/relay/methods'
import { decodeBase64, encodeBase64, isHex32 } from '../crypto/encoding.js'

/** The longest message, behind the longest link. */
const maxLinkLength = MAX_MESSAGE_BYTES + 2_048

/** A message as a link carries it. */
export type LinkMessage = {
  readonly topic: string
  readonly envelope: Uint8Array
}

/** Opens the app behind a universal link with a message for it. */
export function formatLink(app: string, { topic, envelope }: LinkMessage): string {
  const text = encodeBase64(envelope).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `${app}?wc_ev=${text}&topic=${topic}`
}

/** Undefined unless the link leads to our own app and holds one well-formed message. */
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

/** Other schemes belong to whichever app claims them first; only https is bound to its owner. */
export function isUniversalLink(text: string): boolean {
  return readAddress(text) !== undefined && !/[?#]/.test(text)
}

export function originOf(text: string): string | undefined {
  return parseUrl(text)?.origin
}

/** Where a link leads, without what it carries. */
function readAddress(text: string): string | undefined {
  const url = parseUrl(text)
  if (!url) return undefined
  const { protocol, username, password, origin, pathname } = url
  if (protocol !== 'https:' || username || password) return undefined
  return origin + pathname.replace(/\/$/, '')
}
