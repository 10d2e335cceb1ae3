import type { Latchkey } from 'latchkey'
import type { PolkadotProvider } from 'latchkey/polkadot'

/** Of whole genesis hashes; a network's id has their first half. */
const genesisHashes = [
  '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
]

/** Signs a remark, which says something on the chain and moves nothing. */
export async function signPolkadotRemark(latchkey: Latchkey): Promise<string> {
  const provider = latchkey.getProvider('polkadot') as PolkadotProvider | undefined
  const address = latchkey.getAddress('polkadot')
  const network = latchkey.getCaipNetwork('polkadot')
  if (!provider || !address || !network) throw new Error('Connect a Polkadot wallet first')
  const genesisHash = genesisHashes.find((hash) => hash.slice(2).startsWith(network.reference))
  if (!genesisHash) throw new Error(`This page does not know the genesis of ${network.name}`)
  const { signature } = await provider.signer.signPayload({
    address,
    genesisHash,
    blockHash: genesisHash,
    blockNumber: '0x00000000',
    era: '0x00',
    method: '0x00001448656c6c6f',
    nonce: '0x00000000',
    specVersion: '0x000f4de8',
    tip: '0x00000000000000000000000000000000',
    transactionVersion: '0x0000001a',
    signedExtensions: ['CheckGenesis', 'CheckMortality', 'CheckNonce', 'CheckSpecVersion'],
    version: 4,
  })
  return signature
}
