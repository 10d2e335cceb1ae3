import { isImageLink } from '@latchkey/wire/links'
import * as limits from './limits.js'

/** An image address from outside, if it is one that can neither run nor overwhelm. */
export function safeImage(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > limits.iconLength) return undefined
  const text = url.trim()
  return isImageLink(text) ? text : undefined
}
