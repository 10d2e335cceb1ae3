/** Control characters, and marks that change the text direction. */
const hidden = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** Decodes bytes as text; undefined if a part of it is not readable. */
export function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return hidden.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
