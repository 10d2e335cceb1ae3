/** Product in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
export function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((right >> bit) & 1) * left
  }
  return product
}

/** The bytes that make `data` divisible by the generator of that degree. */
export function correctionOf(data: Uint8Array, degree: number): Uint8Array {
  const divisor = generator(degree)
  const remainder = new Uint8Array(degree)
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0)
    remainder.copyWithin(0, 1)
    remainder[degree - 1] = 0
    for (let index = 0; index < degree; index++) {
      remainder[index] = (remainder[index] ?? 0) ^ multiply(divisor[index] ?? 0, factor)
    }
  }
  return remainder
}

/** The product of (x − 2ⁱ), highest power first, without the leading 1. */
function generator(degree: number): Uint8Array {
  const polynomial = new Uint8Array(degree)
  polynomial[degree - 1] = 1
  let root = 1
  for (let power = 0; power < degree; power++) {
    for (let index = 0; index < degree; index++) {
      polynomial[index] = multiply(polynomial[index] ?? 0, root) ^ (polynomial[index + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return polynomial
}
