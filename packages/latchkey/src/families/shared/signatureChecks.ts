/** Not constant-time: only for public data. */
export function isEqualBytes(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, index) => byte === others[index])
}

/** False when the check throws, as curves do for malformed keys and signatures. */
export function swallowErrors(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
