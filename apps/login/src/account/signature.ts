import type { Hex } from '@latchkey/wire/rpc/eip155'
import { hexToBytes } from 'viem/utils'
import type { Signer } from '../vault/signer.js'

/** The 65 bytes `r`, `s`, `v` that contracts and sites expect. */
export async function signHash(signer: Signer, hash: Hex): Promise<Hex> {
  const { r, s, yParity } = await signer.signSecp256k1(hexToBytes(hash))
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return `0x${word(r)}${word(s)}${yParity === 1 ? '1c' : '1b'}`
}
