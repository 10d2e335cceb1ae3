/**
 * Exactly one mailbox in ASCII: no quotes, comments, lists or routes. The mail library never sees
 * anything else.
 */
const mailboxPattern =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

const maxLength = 254
const maxNameLength = 64

/** The normal form of an address; undefined if it is not valid. */
export function normalizeAddress(text: string): string | undefined {
  const address = text.trim()
  if (address.length > maxLength || address.indexOf('@') > maxNameLength) return undefined
  return mailboxPattern.test(address) ? address.toLowerCase() : undefined
}
