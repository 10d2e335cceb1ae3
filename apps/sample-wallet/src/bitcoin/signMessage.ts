import { RawWitness, Transaction } from '@scure/btc-signer'
import { concatBytes, pubSchnorr, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { bytesToHex, hexToBytes } from 'viem'
import { sign } from 'viem/accounts'
import { RpcError } from '../chain/rpcError.js'
import type { BitcoinKey } from './keys.js'

export type Protocol = 'ecdsa' | 'bip322'

/** Signs text with BIP-137 or BIP-322; taproot addresses always use BIP-322. */
export function signText(
  message: string,
  key: BitcoinKey,
  protocol: Protocol = key.purpose === 'ordinal' ? 'bip322' : 'ecdsa',
): Promise<Uint8Array> | Uint8Array {
  const text = new TextEncoder().encode(message)
  return protocol === 'ecdsa' ? signRecoverable(text, key) : signWitness(text, key)
}

async function signRecoverable(text: Uint8Array, key: BitcoinKey): Promise<Uint8Array> {
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const digest = sha256x2(prefix, sizeOf(text.length), text)
  const { r, s, yParity } = await sign({
    hash: bytesToHex(digest),
    privateKey: bytesToHex(key.privateKey),
  })
  // 39 means segwit, 31 a compressed key.
  const header = (key.purpose === 'payment' ? 39 : 31) + (yParity ?? 0)
  return concatBytes(Uint8Array.of(header), hexToBytes(r), hexToBytes(s))
}

/** The two transactions of BIP-322: one that commits to the message, one that spends it. */
function signWitness(text: Uint8Array, { script, privateKey, purpose }: BitcoinKey): Uint8Array {
  const options = {
    version: 0,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  }
  const toSpend = new Transaction(options)
  // With its input it counts as signed and accepts no more outputs.
  toSpend.addOutput({ amount: 0n, script })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: concatBytes(Uint8Array.of(0, 32), tagSchnorr('BIP0322-signed-message', text)),
  })
  const toSign = new Transaction(options)
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
    ...(purpose === 'ordinal' && { tapInternalKey: pubSchnorr(privateKey) }),
  })
  toSign.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  toSign.signIdx(privateKey, 0)
  toSign.finalizeIdx(0)
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}

function sizeOf(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length > 0xffff) throw RpcError.invalidParams('The message is too long.')
  return Uint8Array.of(0xfd, length & 0xff, length >> 8)
}
