import type { NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import {
  address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'

/** What a mint says about itself. The texts are untrusted. */
export type MintMetadata = {
  readonly name: string
  readonly symbol: string
  /** Of a JSON document; empty without one. */
  readonly uri: string
}

const metadataProgram = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** `Key::MetadataV1`, then the update authority and the mint. */
const metadataKey = 4
const mintOffset = 33
const textOffset = 65
/** Longest name, symbol and address of the program. */
const maxTextLengths = [32, 10, 200]

/**
 * Names of mints by their addresses: of the mint itself (Token-2022), otherwise of its account of Metaplex's
 * Token Metadata program. `accounts` are the parsed mints, in the order of `mints`.
 */
export async function readMintMetadata(
  nodes: Nodes,
  chain: NetworkId,
  mints: readonly string[],
  accounts: readonly unknown[],
): Promise<ReadonlyMap<string, MintMetadata>> {
  const found = new Map<string, MintMetadata>()
  mints.forEach((mint, index) => {
    const own = readExtension(accounts[index], mint)
    if (own) found.set(mint, own)
  })
  const missing = mints.filter((mint) => !found.has(mint))
  if (missing.length === 0) return found
  const places = await Promise.all(missing.map(findMetadataAccount))
  const answer = await nodes
    .call(chain, 'getMultipleAccounts', [places, { encoding: 'base64' }])
    .catch((error: unknown) => {
      if (error instanceof NodeRpcError) return { value: [] }
      throw error
    })
  const { value } = answer as { readonly value: readonly unknown[] }
  missing.forEach((mint, index) => {
    const metadata = readMetadataAccount(value[index], mint)
    if (metadata) found.set(mint, metadata)
  })
  return found
}

export async function findMetadataAccount(mint: string): Promise<string> {
  const encoder = getAddressEncoder()
  const seeds = ['metadata', encoder.encode(metadataProgram), encoder.encode(address(mint))]
  const [found] = await getProgramDerivedAddress({ programAddress: metadataProgram, seeds })
  return found
}

/** Token-2022 keeps a name on the mint; it counts only if the mint points to itself for it. */
function readExtension(account: unknown, mint: string): MintMetadata | undefined {
  if (!isRecord(account) || account.owner !== token2022Program) return undefined
  const { data } = account as {
    readonly data?: { readonly parsed?: { readonly info?: { readonly extensions?: unknown } } }
  }
  const extensions = data?.parsed?.info?.extensions
  if (!Array.isArray(extensions)) return undefined
  const stateOf = (name: string) => {
    const found = extensions.find((one) => isRecord(one) && one.extension === name)
    return isRecord(found) && isRecord(found.state) ? found.state : {}
  }
  const { mint: subject, name, symbol, uri } = stateOf('tokenMetadata')
  const isOwn = subject === mint && stateOf('metadataPointer').metadataAddress === mint
  if (!isOwn || typeof name !== 'string' || typeof symbol !== 'string') return undefined
  return { name, symbol, uri: typeof uri === 'string' ? uri : '' }
}

function readMetadataAccount(account: unknown, mint: string): MintMetadata | undefined {
  if (!isRecord(account) || account.owner !== metadataProgram) return undefined
  const [text, encoding] = Array.isArray(account.data) ? account.data : []
  if (typeof text !== 'string' || encoding !== 'base64') return undefined
  const data = Buffer.from(text, 'base64')
  if (data.length < textOffset || data[0] !== metadataKey) return undefined
  if (getAddressDecoder().decode(data.subarray(mintOffset, textOffset)) !== mint) return undefined
  const texts: string[] = []
  let offset = textOffset
  for (const maxLength of maxTextLengths) {
    if (offset + 4 > data.length) return undefined
    const length = data.readUInt32LE(offset)
    const end = offset + 4 + length
    if (length > maxLength || end > data.length) return undefined
    // The program fills texts up with zeros.
    texts.push(data.toString('utf8', offset + 4, end).replace(/\0+$/, ''))
    offset = end
  }
  const [name, symbol, uri] = texts as [string, string, string]
  return { name, symbol, uri }
}
