import { type MessageProtocol, parseTxid, type SignPsbtParams } from '@latchkey/wire/rpc/bip122'
import { base64, hex } from '@scure/base'
import { MalformedAnswerError, UnsupportedMethodError } from '../../core/runtime/errors/wallet.js'
import { call } from './inPageTransport.js'
import { readPsbt } from './psbt.js'

/**
 * Signs, and sends where that is wanted, with `signPsbt` and `pushPsbt` as OKX and Unisat have them.
 * They send only what they have completed, so nothing with inputs left to others.
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
  // Sent or not, nobody knows: an answer without an id is none.
  if (txid === undefined) throw new MalformedAnswerError('pushPsbt')
  return { psbt: signed, txid }
}

/** Both wallets that tell bare addresses tell the key of the selected account, which is the first. */
export function withPublicKey(addresses: unknown, publicKey: unknown): unknown {
  if (!Array.isArray(addresses)) return addresses
  return addresses.map((address, index) => (index === 0 ? { address, publicKey } : address))
}

/** Left to the wallet where the site does not care. */
export function toSignatureType(protocol: MessageProtocol | undefined): readonly string[] {
  if (!protocol) return []
  return [protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple']
}
