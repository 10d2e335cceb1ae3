export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** A number in little-endian bytes. */
export function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base 58 as bytes of a known length. */
export function fromBase58(text: string, length: number): Uint8Array {
  const value = [...text].reduce((sum, letter) => {
    const digit = base58Letters.indexOf(letter)
    if (digit < 0) throw new Error(`${letter} is no letter of base 58`)
    return sum * 58n + BigInt(digit)
  }, 0n)
  return littleEndian(value, length).reverse()
}
