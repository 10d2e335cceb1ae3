import { isImageLink } from '@latchkey/wire/links'

/** Wallets listed at most: a page can announce any number. */
export const maxAnnouncedWallets = 50
/** Characters of an icon, which is often a `data:` URL. */
export const maxIconLength = 262_144
/** Characters of a wallet's name. */
export const maxWalletNameLength = 64

/**
 * A wallet's name as printable text; undefined if nothing is left. Control and direction characters
 * could disguise one wallet as another.
 */
export function sanitizeWalletName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const printable = value.slice(0, 4 * maxWalletNameLength).replace(/\p{C}/gu, '')
  return [...printable.trim()].slice(0, maxWalletNameLength).join('') || undefined
}

/** The URL of an image that runs no script and is not too large; undefined otherwise. */
export function toImageUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > maxIconLength) return undefined
  const text = url.trim()
  return isImageLink(text) ? text : undefined
}

/** Also rejects `http:`: an untrusted image must not make the page call servers on this machine. */
export function toUntrustedImageUrl(url: unknown): string | undefined {
  const image = toImageUrl(url)
  return image && /^http:/i.test(image) ? undefined : image
}
