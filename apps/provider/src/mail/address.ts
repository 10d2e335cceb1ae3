/**
 * One mailbox and nothing else: plain ASCII, no quotes, comments, lists or routes. Whatever a mail
 * library makes of the rest, it never sees it.
 */
const MAILBOX =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

const LONGEST = 254
const LONGEST_NAME = 64

/** The form under which an address is known, kept and written to; undefined for none. */
export function normalAddress(text: string): string | undefined {
  const address = text.trim()
  if (address.length > LONGEST || address.indexOf('@') > LONGEST_NAME) return undefined
  return MAILBOX.test(address) ? address.toLowerCase() : undefined
}
