import { parseCount } from '@latchkey/wire/rpc/solana'
import { base58 } from '@scure/base'
import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { readProperty } from '../shared/walletError.js'
import { readAddress } from './address.js'
import {
  type DecodedAccount,
  type NodeContext,
  readAccounts,
  readTokenAccounts,
  requestNode,
} from './nodes.js'

type Rate = {
  /** The first epoch of this rate. */
  readonly epoch: bigint
  readonly basisPoints: bigint
  readonly max: bigint
}

/** A token's transfer fee (Token-2022): one rate until an epoch, another from then on. */
type TransferFee = { readonly older: Rate; readonly newer: Rate }

/** After two authorities and the withheld amount. */
const ratesStart = 72
const rateSize = 18

/** Parses the `TransferFeeConfig` extension of a mint. */
function parseTransferFee(content: Uint8Array): TransferFee | undefined {
  if (content.length < ratesStart + 2 * rateSize) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const rateAt = (start: number): Rate => ({
    epoch: view.getBigUint64(start, true),
    max: view.getBigUint64(start + 8, true),
    basisPoints: BigInt(view.getUint16(start + 16, true)),
  })
  return { older: rateAt(ratesStart), newer: rateAt(ratesStart + rateSize) }
}

/** The fee withheld from these amounts in the current epoch. */
export async function readWithheld(
  context: NodeContext,
  { older, newer }: TransferFee,
  amounts: readonly bigint[],
): Promise<bigint> {
  const epoch = await requestNode(context, {
    method: 'getEpochInfo',
    params: [{ commitment: context.commitment }],
    parse: (response) => parseCount(readProperty(response, 'epoch')),
  })
  const { basisPoints, max } = epoch >= newer.epoch ? newer : older
  return amounts.reduce((sum, amount) => {
    const fee = (amount * basisPoints + 9_999n) / 10_000n
    return sum + (fee < max ? fee : max)
  }, 0n)
}

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** Token-2022, whose mints can charge fees, call hooks and forbid transfers. */
const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

export function isTokenProgram(program: string): boolean {
  return program === tokenProgram || program === token2022Program
}

/** A token as stored on the chain. */
export type Mint = {
  readonly address: Address
  readonly program: Address
  readonly decimals: number
  /** The size of its token accounts in bytes. */
  readonly accountSize: number
  /** The fee withheld from every transfer, if there is one. */
  readonly transferFee?: TransferFee | undefined
}

/** The token under which programs know the coin. */
export const wrappedCoin: Mint = {
  address: address('So11111111111111111111111111111111111111112'),
  program: tokenProgram,
  decimals: 9,
  accountSize: 165,
}

export async function readMint(context: NodeContext, given: string): Promise<Mint> {
  if (!readAddress(given)) throw new InvalidRequestError('parameters')
  const [account] = await readAccounts(context, [given])
  const mint = account && parseMint(address(given), account)
  if (!mint) throw new InvalidRequestError('parameters')
  return mint
}

/** The sizes of mints and token accounts. Extensions of Token-2022 follow. */
const mintSize = 82
const accountSize = 165
/** After the account: one byte for its kind, then type, length and content of each extension. */
const extensionsStart = accountSize + 1
/** The ImmutableOwner extension of every associated account of Token-2022. */
const ownerExtension = 4

/** The extension of mints with a transfer fee. */
const feeExtension = 1

/** Bytes that a mint's extension adds to each of its token accounts, with type and length. */
const accountExtensions: ReadonlyMap<number, number> = new Map([
  [feeExtension, 12], // fees withheld
  [9, 4], // not transferable
  [14, 5], // being transferred, for hooks
  [26, 4], // pausable
])

function parseMint(mint: Address, { owner, data }: DecodedAccount): Mint | undefined {
  const decimals = data[44]
  if (!isTokenProgram(owner) || data.length < mintSize || decimals === undefined) return undefined
  // Other sizes and kinds are not mints.
  if (data[45] !== 1 || (data.length > mintSize && data[accountSize] !== 1)) return undefined
  const program = address(owner)
  if (program === tokenProgram) return { address: mint, program, decimals, accountSize }
  const extensions = readExtensions(data)
  const added = Array.from(extensions.keys(), (type) => accountExtensions.get(type) ?? 0)
  const size = added.reduce((sum, bytes) => sum + bytes, extensionsStart + ownerExtension)
  const fee = extensions.get(feeExtension)
  const transferFee = fee && parseTransferFee(fee)
  // An unreadable fee makes the received amount unknown, so the token cannot be sent.
  if (fee && !transferFee) return undefined
  return { address: mint, program, decimals, accountSize: size, transferFee }
}

/** Extension contents by type. */
function readExtensions(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const found = new Map<number, Uint8Array>()
  for (let at = extensionsStart; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true)
    if (type === 0) break
    const end = at + 4 + view.getUint16(at + 2, true)
    found.set(type, data.subarray(at + 4, end))
    at = end
  }
  return found
}

type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly isFrozen: boolean
}

export function parseTokenAccount({ owner, data }: DecodedAccount): TokenAccount | undefined {
  if (!isTokenProgram(owner) || data.length < accountSize) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    mint: base58.encode(data.slice(0, 32)),
    owner: base58.encode(data.slice(32, 64)),
    amount: view.getBigUint64(64, true),
    isFrozen: data[108] === 2,
  }
}

/** The associated token account of an owner. */
export async function associatedAccount(owner: string, mint: Mint): Promise<Address> {
  const encoder = getAddressEncoder()
  const [found] = await getProgramDerivedAddress({
    programAddress: associatedProgram,
    seeds: [address(owner), mint.program, mint.address].map((one) => encoder.encode(one)),
  })
  return found
}

/** A token account and its spendable amount. */
export type TokenHolding = { readonly address: Address; readonly amount: bigint }

/** The most accounts one transaction can spend from. */
const maxSources = 8

/**
 * All token accounts of an owner, not only the associated one. The largest come first; frozen accounts
 * are left out.
 */
export async function tokenHoldings(
  context: NodeContext,
  owner: string,
  mint: Mint,
): Promise<readonly TokenHolding[]> {
  const found = await readTokenAccounts(context, { owner, mint: mint.address })
  const own = found.flatMap(({ pubkey, ...account }) => {
    const held = account.owner === mint.program ? parseTokenAccount(account) : undefined
    const isOurs = held?.owner === owner && held.mint === mint.address && !held.isFrozen
    return held && isOurs && held.amount > 0n && readAddress(pubkey)
      ? [{ address: address(pubkey), amount: held.amount }]
      : []
  })
  return own.sort((one, other) => (one.amount < other.amount ? 1 : -1)).slice(0, maxSources)
}

/** The spendable amount of a token. */
export async function tokenBalance({
  address: owner,
  mint: given,
  ...context
}: NodeContext & { readonly address: string; readonly mint: string }): Promise<bigint> {
  const holdings = await tokenHoldings(context, owner, await readMint(context, given))
  return holdings.reduce((sum, { amount }) => sum + amount, 0n)
}
