import { base58 } from '@scure/base'
import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { InvalidRequestError } from '../../core/errors/wallet.js'
import { readAddress } from './address.js'
import { type OpenedAccount, type Place, readAccounts } from './nodes.js'

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** The second token program, whose mints can charge, hook and forbid transfers. */
const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

export function isTokenProgram(program: string): boolean {
  return program === tokenProgram || program === token2022Program
}

/** A token as the chain has it. */
type Mint = {
  readonly address: Address
  readonly program: Address
  readonly decimals: number
  /** Bytes of an account for it. */
  readonly accountSize: number
}

export async function readMint(place: Place, given: string): Promise<Mint> {
  if (!readAddress(given)) throw new InvalidRequestError('parameters')
  const [account] = await readAccounts(place, [given])
  const mint = account && parseMint(address(given), account)
  if (!mint) throw new InvalidRequestError('parameters')
  return mint
}

/** Where token accounts and mints end, and what the second program adds begins. */
const mintSize = 82
const accountSize = 165
/** What follows the account: a byte for its kind, then type, length and content of each extension. */
const extensionsStart = accountSize + 1
/** Every account that the second program opens by itself cannot change its owner. */
const ownerExtension = 4

/** Bytes that an extension of a mint adds to every account for it, its type and length included. */
const accountExtensions: ReadonlyMap<number, number> = new Map([
  [1, 12], // fees withheld
  [9, 4], // not transferable
  [14, 5], // being transferred, for hooks
  [26, 4], // pausable
])

function parseMint(mint: Address, { owner, data }: OpenedAccount): Mint | undefined {
  const decimals = data[44]
  if (!isTokenProgram(owner) || data.length < mintSize || decimals === undefined) return undefined
  // Between the two sizes, or with another mark, it is something else of the program.
  if (data[45] !== 1 || (data.length > mintSize && data[accountSize] !== 1)) return undefined
  const program = address(owner)
  if (program === tokenProgram) return { address: mint, program, decimals, accountSize }
  const added = extensionTypes(data).map((type) => accountExtensions.get(type) ?? 0)
  const size = added.reduce((sum, bytes) => sum + bytes, extensionsStart + ownerExtension)
  return { address: mint, program, decimals, accountSize: size }
}

function extensionTypes(data: Uint8Array): readonly number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const types: number[] = []
  for (let at = extensionsStart; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true)
    if (type === 0) break
    types.push(type)
    at += 4 + view.getUint16(at + 2, true)
  }
  return types
}

type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly isFrozen: boolean
}

export function parseTokenAccount({ owner, data }: OpenedAccount): TokenAccount | undefined {
  if (!isTokenProgram(owner) || data.length < accountSize) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    mint: base58.encode(data.slice(0, 32)),
    owner: base58.encode(data.slice(32, 64)),
    amount: view.getBigUint64(64, true),
    isFrozen: data[108] === 2,
  }
}

/** The one account of an owner for a token that everybody can find. */
export async function associatedAccount(owner: string, mint: Mint): Promise<Address> {
  const encoder = getAddressEncoder()
  const [found] = await getProgramDerivedAddress({
    programAddress: associatedProgram,
    seeds: [address(owner), mint.program, mint.address].map((one) => encoder.encode(one)),
  })
  return found
}

/** What can be sent of a token: what is in the owner's associated account, unless it is frozen. */
export async function tokenBalance({
  address: owner,
  mint: given,
  ...place
}: Place & { readonly address: string; readonly mint: string }): Promise<bigint> {
  const mint = await readMint(place, given)
  const [account] = await readAccounts(place, [await associatedAccount(owner, mint)])
  const held = account && parseTokenAccount(account)
  return held && !held.isFrozen && held.owner === owner ? held.amount : 0n
}
