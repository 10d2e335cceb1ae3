import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const start = utf8ToBytes('<Bytes>')
const end = utf8ToBytes('</Bytes>')

/** What a wallet may sign for a message: wrapped, so that it can never be a transaction, or as it is. */
export function signedForms(message: Uint8Array): readonly Uint8Array[] {
  const isWrapped =
    message.length >= start.length + end.length &&
    start.every((byte, index) => message[index] === byte) &&
    end.every((byte, index) => message[message.length - end.length + index] === byte)
  return isWrapped ? [message] : [concatBytes(start, message, end), message]
}
