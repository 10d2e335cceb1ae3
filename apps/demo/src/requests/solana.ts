import type { Latchkey } from 'latchkey'
import type { SolanaProvider } from 'latchkey/solana'
import { isRecord, isText } from '../configuration/shape.js'
import { fromBase58, joined, littleEndian, toBase64 } from './bytes.js'

const lamports = 1_000_000n

/** The signed transaction in base64. */
export async function signSolanaTransfer(latchkey: Latchkey): Promise<string> {
  const provider = providerOf(latchkey)
  return toBase64(await provider.signTransaction(await transferToSelf(latchkey, provider)))
}

/** Sends through the widget's nodes; answers the signature by which explorers find it. */
export async function sendSolanaTransfer(latchkey: Latchkey): Promise<string> {
  const provider = providerOf(latchkey)
  return provider.sendTransaction(await transferToSelf(latchkey, provider))
}

function providerOf(latchkey: Latchkey): SolanaProvider {
  const provider = latchkey.getProvider('solana') as SolanaProvider | undefined
  if (!provider) throw new Error('Connect a Solana wallet first')
  return provider
}

/** Wire bytes with room for one signature. A site would use a library; this shows that none is needed. */
async function transferToSelf(latchkey: Latchkey, { publicKey }: SolanaProvider) {
  const systemProgram = new Uint8Array(32)
  const instruction = [1, 2, 0, 0, 12, 2, 0, 0, 0, ...littleEndian(lamports, 8)]
  const message = joined(
    [1, 0, 1],
    [2, ...publicKey.toBytes(), ...systemProgram],
    await latestBlockhash(latchkey),
    [1, ...instruction],
  )
  return joined([1, ...new Uint8Array(64)], message)
}

async function latestBlockhash(latchkey: Latchkey): Promise<Uint8Array> {
  const node = latchkey.getCaipNetwork('solana')?.rpcUrls[0]
  if (!node) throw new Error('No node of this network is known')
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] }),
  })
  const body: unknown = await response.json()
  const result = isRecord(body) && isRecord(body.result) ? body.result.value : undefined
  const blockhash = isRecord(result) ? result.blockhash : undefined
  if (!isText(blockhash)) throw new Error('The node answered something unexpected')
  return fromBase58(blockhash, 32)
}
