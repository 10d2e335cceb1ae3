/** Controls, and marks that turn the order of what follows around. */
const hidden = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** The text that the bytes are, when a person can read all of it. */
export function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return hidden.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
