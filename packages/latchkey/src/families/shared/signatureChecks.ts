/** For what everybody may know: it takes longer the more agrees. */
export function isEqualBytes(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, index) => byte === others[index])
}

/** Whether a signature is right, for checks that throw over bytes which are no key or signature at all. */
export function swallowErrors(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
