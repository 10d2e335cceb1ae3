import type { Hex } from '@latchkey/wire/rpc/eip155'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, hex } from '@scure/base'
import { publicKeyToAddress } from 'viem/accounts'
import { invalidParams, permissionErrors } from '../walletErrors.js'
import { readAddress, readFields, readList, readText } from './grantValues.js'

/** Multicodec of a secp256k1 public key. */
const secp256k1Code = [0xe7, 0x01] as const

/** The address of the one key that a permission is for. */
export function readKey(signer: unknown): Hex {
  const { type, data } = readFields(signer, 'signer')
  switch (type) {
    case 'account': {
      const { address, id } = readFields(data, 'signer.data')
      return readAddress(address ?? id, 'signer.data.address')
    }
    case 'key':
    case 'keys': {
      const { keys, ids, ...own } = readFields(data, 'signer.data')
      const list = keys ?? ids ?? (own.id === undefined ? [own] : [own.id])
      const [key, another] = readList(list, 'signer.data.keys', 8)
      // Every key could act alone, or the account would have to count signatures. It does neither.
      if (another !== undefined) throw permissionErrors.unsupported('more than one key')
      return typeof key === 'string' ? readDidKey(key) : readPublicKey(key)
    }
    default:
      throw permissionErrors.unsupported(`signers of the type ${String(type).slice(0, 64)}`)
  }
}

function readPublicKey(given: unknown): Hex {
  const { type, publicKey } = readFields(given, 'key')
  if (String(type).toLowerCase() !== 'secp256k1') {
    throw permissionErrors.unsupported(`keys of the type ${String(type).slice(0, 64)}`)
  }
  const text = readText(publicKey, 'publicKey')
  // Some servers encode the hex text once more.
  const once = /^0x3078[0-9a-f]+$/i.test(text) ? decodeText(text) : text
  return toKeyAddress(/^0x[0-9a-f]+$/i.test(once) ? toBytes(once) : undefined)
}

function readDidKey(id: string): Hex {
  const [, text] = /^did:key:z([1-9A-HJ-NP-Za-km-z]{1,128})$/.exec(id) ?? []
  if (text === undefined) throw invalidParams('A signer is no did:key')
  const bytes = base58.decode(text)
  if (bytes[0] !== secp256k1Code[0] || bytes[1] !== secp256k1Code[1]) {
    throw permissionErrors.unsupported('keys that are not secp256k1')
  }
  return toKeyAddress(bytes.subarray(2))
}

function toKeyAddress(bytes: Uint8Array | undefined): Hex {
  try {
    if (!bytes) throw new TypeError('Not hex')
    const point = secp256k1.Point.fromBytes(bytes).toBytes(false)
    return publicKeyToAddress(`0x${hex.encode(point)}`).toLowerCase() as Hex
  } catch (cause) {
    throw invalidParams('The public key is none', cause)
  }
}

function toBytes(text: string): Uint8Array | undefined {
  return text.length % 2 === 0 ? hex.decode(text.slice(2).toLowerCase()) : undefined
}

function decodeText(text: string): string {
  return new TextDecoder().decode(toBytes(text))
}
