/**
 * One mailbox and nothing else: plain ASCII, no quotes, comments, lists or routes. Whatever a mail
 * library makes of the rest, it never sees it.
 */
const mailboxPattern =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

const maxLength = 254
const maxNameLength = 64

/** The form under which an address is known, kept and written to; undefined for none. */
export function normalizeAddress(text: string): string | undefined {
  const address = text.trim()
  if (address.length > maxLength || address.indexOf('@') > maxNameLength) return undefined
  return mailboxPattern.test(address) ? address.toLowerCase() : undefined
}
