/** As many of the ways of Node's `Buffer` as the SDK takes for granted. */
class Bytes extends Uint8Array {
  override toString(encoding?: string): string {
    if (encoding !== 'hex') return super.toString()
    return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  copy(target: Uint8Array, start = 0): void {
    target.set(this, start)
  }
}

function from(given: string | ArrayLike<number>, encoding?: string): Bytes {
  if (typeof given !== 'string') return new Bytes(given)
  if (encoding !== 'hex') return new Bytes(new TextEncoder().encode(given))
  return new Bytes((given.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

function concat(parts: readonly Uint8Array[]): Bytes {
  const whole = new Bytes(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const alloc = (size: number) => new Bytes(size)

/** Called with `new`, too, which gives what it returns. */
function BufferLike(given: string | ArrayLike<number>, encoding?: string): Bytes {
  return from(given, encoding)
}

export const bufferLike = Object.assign(BufferLike, {
  from,
  concat,
  alloc,
  allocUnsafe: alloc,
  isBuffer: (value: unknown) => value instanceof Bytes,
})

/**
 * Runs what of the SDK looks for a global `Buffer` before it waits for anything: without one no account
 * on a phone could sign. Browsers have none, and the page is not to be left with ours.
 */
export function lendBuffer<result>(run: () => result): result {
  if (globalThis.Buffer) return run()
  Object.assign(globalThis, { Buffer: bufferLike })
  try {
    return run()
  } finally {
    Reflect.deleteProperty(globalThis, 'Buffer')
  }
}
