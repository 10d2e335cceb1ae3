const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const prefix = 'did:key:z'
/** Multicodec of an Ed25519 public key. */
const ed25519 = [0xed, 0x01] as const
const keyLength = 32
/** Base58 length of 34 bytes with that prefix; fixed, so that leading zeros give no second encoding. */
const textLength = 47

/** The client id of an Ed25519 public key. */
export function encodeDidKey(publicKey: Uint8Array): string {
  let value = 0n
  for (const byte of [...ed25519, ...publicKey]) value = value * 256n + BigInt(byte)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet.charAt(Number(value % 58n)) + text
  return prefix + text
}

/** The Ed25519 public key of a client id; undefined for any other id. */
export function decodeDidKey(did: string): Uint8Array | undefined {
  if (!did.startsWith(prefix)) return undefined
  const text = did.slice(prefix.length)
  if (text.length !== textLength) return undefined
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const bytes = new Uint8Array(ed25519.length + keyLength)
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(value & 255n)
    value >>= 8n
  }
  if (value !== 0n || bytes[0] !== ed25519[0] || bytes[1] !== ed25519[1]) return undefined
  return bytes.slice(ed25519.length)
}
