/** ASN.1 DER encoding, as far as certificates need it. */
function tlv(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body])
}

function encodeLength(length: number): Buffer {
  if (length < 128) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...items: readonly Buffer[]) => tlv(0x30, ...items)
export const set = (...items: readonly Buffer[]) => tlv(0x31, ...items)
export const boolean = (value: boolean) => tlv(0x01, Buffer.from([value ? 0xff : 0]))
export const octets = (bytes: Buffer) => tlv(0x04, bytes)
export const text = (value: string) => tlv(0x0c, Buffer.from(value))
export const tagged = (number: number, ...items: readonly Buffer[]) => tlv(0xa0 | number, ...items)
/** A primitive value with a custom tag. */
export const implicit = (number: number, bytes: Buffer) => tlv(0x80 | number, bytes)

/** Not negative: a leading zero keeps the first bit from being a sign. */
export function integer(bytes: Buffer): Buffer {
  const isSigned = ((bytes[0] ?? 0) & 0x80) !== 0
  return tlv(0x02, isSigned ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
}

export function bits(bytes: Buffer, unused = 0): Buffer {
  return tlv(0x03, Buffer.from([unused]), bytes)
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Years from 2050 on use GeneralizedTime. */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d{3}/g, '')
  const isLate = Number(digits.slice(0, 4)) >= 2050
  return isLate ? tlv(0x18, Buffer.from(digits)) : tlv(0x17, Buffer.from(digits.slice(2)))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}
