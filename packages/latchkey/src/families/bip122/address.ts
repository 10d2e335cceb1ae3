import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { mainnet, signet, testnet, testnet4 } from './networkIds.js'

export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

export type BitcoinAddress = {
  /** The canonical form, for comparing and showing. */
  readonly address: string
  readonly kind: AddressKind
  /** The hash or key in the address. */
  readonly program: Uint8Array
}

type Prefixes = { readonly segwit: string; readonly p2pkh: number; readonly p2sh: number }

const main: Prefixes = { segwit: 'bc', p2pkh: 0x00, p2sh: 0x05 }
/** All test networks share their address prefixes. */
const test: Prefixes = { segwit: 'tb', p2pkh: 0x6f, p2sh: 0xc4 }

const prefixesOf: Readonly<Record<string, Prefixes>> = {
  [mainnet]: main,
  [testnet]: test,
  [testnet4]: test,
  [signet]: test,
}

/** Parses an address of the network with that reference. Undefined when it is invalid there. */
export function parseAddress(text: string, reference: string): BitcoinAddress | undefined {
  const prefixes = prefixesOf[reference]
  // The prefixes of an unknown network are unknown too: accept both kinds.
  if (!prefixes) return parseAddress(text, mainnet) ?? parseAddress(text, testnet)
  try {
    return parseSegwit(text, prefixes) ?? parseBase58(text, prefixes)
  } catch {
    // Wrong checksum or length.
    return undefined
  }
}

function parseSegwit(text: string, { segwit }: Prefixes): BitcoinAddress | undefined {
  const address = text.toLowerCase()
  if (!address.startsWith(`${segwit}1`)) return undefined
  if (text !== address && text !== text.toUpperCase()) return undefined
  const isTaproot = address.startsWith(`${segwit}1p`)
  const { words } = (isTaproot ? bech32m : bech32).decode(address as `${string}1${string}`)
  const version = words[0]
  const program = bech32.fromWords(words.slice(1))
  if (version === 0 && program.length === 20) return { address, kind: 'p2wpkh', program }
  if (version === 0 && program.length === 32) return { address, kind: 'p2wsh', program }
  if (version === 1 && program.length === 32) return { address, kind: 'p2tr', program }
  return undefined
}

function parseBase58(text: string, { p2pkh, p2sh }: Prefixes): BitcoinAddress | undefined {
  const [version, ...hash] = createBase58check(sha256).decode(text)
  if (hash.length !== 20) return undefined
  const program = Uint8Array.from(hash)
  if (version === p2pkh) return { address: text, kind: 'p2pkh', program }
  if (version === p2sh) return { address: text, kind: 'p2sh', program }
  return undefined
}
