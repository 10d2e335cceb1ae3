/** For what everybody may know: it takes longer the more agrees. */
export function isSameBytes(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, index) => byte === others[index])
}
