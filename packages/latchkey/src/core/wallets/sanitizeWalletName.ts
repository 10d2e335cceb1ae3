import * as limits from './announcementLimits.js'

/**
 * A wallet's name as plain printable text, or undefined when nothing is left of it: control and
 * direction characters could disguise one wallet as another.
 */
export function sanitizeWalletName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = value.slice(0, 4 * limits.walletNameLength).replace(/\p{C}/gu, '')
  return [...plain.trim()].slice(0, limits.walletNameLength).join('') || undefined
}
