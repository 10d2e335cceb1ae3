const longest = 30

/** Cut in the middle, so that both the name's start and the domain's end can be recognised. */
export function shortEmail(email: string): string {
  if (email.length <= longest) return email
  return `${email.slice(0, 14)}…${email.slice(-(longest - 15))}`
}
