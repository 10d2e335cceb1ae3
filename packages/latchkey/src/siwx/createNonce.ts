const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const nonceLength = 22
/** Larger bytes would make the first letters more likely. */
const firstUneven = 256 - (256 % alphabet.length)

/**
 * Creates a nonce for one sign-in: letters and digits with more than 128 bits of entropy. Keep it in the
 * visitor's session and delete it as soon as a message with it was verified or rejected.
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
