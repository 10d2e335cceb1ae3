/** 128 random bits in hex. Pages without TLS have no `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A version 4 UUID (RFC 9562). */
export function randomUuid(): string {
  return randomId().replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, ...[time, middle, high, sequence, node]) =>
      `${time}-${middle}-4${high}-a${sequence}-${node}`,
  )
}
