import * as limits from './limits.js'

/** `isImageLink` of the wire in fewer bytes, because every page loads it. */
const image =
  /^(https:\/\/[\w.-]+(:\d+)?([/?#][^\s\\\u202e]*)?$|data:image\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/i

/** An image address from outside, if it is one that can neither run nor overwhelm. */
export function safeImage(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > limits.iconLength) return undefined
  const text = url.trim()
  return image.test(text) ? text : undefined
}
