/** Whether a signature is right, for checks that throw over bytes which are no key or signature at all. */
export function swallowErrors(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
