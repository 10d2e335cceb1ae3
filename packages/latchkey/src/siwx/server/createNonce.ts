const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const nonceLength = 22
/** Bytes from here on would make the first letters likelier than the others. */
const firstUneven = 256 - (256 % alphabet.length)

/**
 * Makes a nonce for one sign-in: letters and digits, more than 128 bits of chance. Keep it in the
 * visitor's session, and forget it as soon as a message with it was verified or refused.
 */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < nonceLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(nonceLength))) {
      if (byte < firstUneven && nonce.length < nonceLength)
        nonce += alphabet[byte % alphabet.length]
    }
  }
  return nonce
}
