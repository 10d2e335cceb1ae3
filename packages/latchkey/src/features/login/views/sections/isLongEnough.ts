/** Fewer characters are no address yet (public surface §4.3, §4.5). */
const least = 4

export function isLongEnough(email: string): boolean {
  return email.trim().length >= least
}
