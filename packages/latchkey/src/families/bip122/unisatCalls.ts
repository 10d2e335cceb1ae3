import { type MessageProtocol, parseTxid, type SignPsbtParams } from '@latchkey/wire/rpc/bip122'
import { base64, hex } from '@scure/base'
import { MalformedAnswerError, UnsupportedMethodError } from '../../core/runtime/errors/wallet.js'
import { call } from './inPageTransport.js'
import { readPsbt } from './psbt.js'

/**
 * Signs, and optionally sends, with `signPsbt` and `pushPsbt` of OKX and Unisat. They send only
 * complete transactions, so all inputs must be signed here.
 */
export async function signAndPush(
  provider: unknown,
  { psbt, signInputs, broadcast }: SignPsbtParams,
): Promise<unknown> {
  const bytes = base64.decode(psbt)
  const own = new Set(signInputs.map(({ index }) => index))
  if (broadcast && own.size < readPsbt(bytes).inputCount)
    throw new UnsupportedMethodError('broadcast')
  const signed = await call(provider, 'signPsbt', hex.encode(bytes), {
    autoFinalized: broadcast,
    toSignInputs: signInputs,
  })
  if (!broadcast) return { psbt: signed }
  const txid = parseTxid(await call(provider, 'pushPsbt', signed))
  // Without an id it is unknown whether the transaction was sent.
  if (txid === undefined) throw new MalformedAnswerError('pushPsbt')
  return { psbt: signed, txid }
}

/**
 * These wallets list bare addresses, and the public key of the selected account, which is the first.
 */
export function withPublicKey(addresses: unknown, publicKey: unknown): unknown {
  if (!Array.isArray(addresses)) return addresses
  return addresses.map((address, index) => (index === 0 ? { address, publicKey } : address))
}

/** Without a protocol the wallet chooses. */
export function toSignatureType(protocol: MessageProtocol | undefined): readonly string[] {
  if (!protocol) return []
  return [protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple']
}
