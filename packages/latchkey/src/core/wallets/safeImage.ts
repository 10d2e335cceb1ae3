import { isImageLink } from '@latchkey/wire/links'
import * as limits from './announcementLimits.js'

/** The address of a picture that may be drawn: it can neither run nor overwhelm. */
export function drawableImage(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > limits.iconLength) return undefined
  const text = url.trim()
  return isImageLink(text) ? text : undefined
}

/** The same for one from a stranger, who must not make the page ask servers on this machine. */
export function safeImage(url: unknown): string | undefined {
  const image = drawableImage(url)
  return image && /^http:/i.test(image) ? undefined : image
}
