const longest = 30

/** Shortened in the middle, so that the start and the domain stay visible. */
export function shortEmail(email: string): string {
  if (email.length <= longest) return email
  return `${email.slice(0, 14)}…${email.slice(-(longest - 15))}`
}
