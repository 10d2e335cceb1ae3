import { type Address, address, isSome, type Option, type ReadonlyUint8Array } from '@solana/kit'
import {
  AccountState,
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'

/** An amount as nodes return it: exact, and as a number for display. */
type UiTokenAmount = {
  readonly amount: string
  readonly decimals: number
  readonly uiAmount: number
  readonly uiAmountString: string
}

export type TokenBalance = {
  readonly accountIndex: number
  readonly mint: Address
  readonly owner: Address
  readonly programId: Address
  readonly uiTokenAmount: UiTokenAmount
}

type RawAccount = { readonly programAddress: Address; readonly data: ReadonlyUint8Array }

/** Token-2022; its accounts start with the same layout. */
const token2022ProgramAddress = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

export function readTokenAccount(account: RawAccount) {
  const data = plainData(account, getTokenSize(), 2)
  return data && getTokenDecoder().decode(data)
}

export function readMint(account: RawAccount) {
  const data = plainData(account, getMintSize(), 1)
  return data && getMintDecoder().decode(data)
}

/** The layout both programs share. Token-2022 adds extensions after an account-type byte. */
function plainData({ programAddress, data }: RawAccount, size: number, kind: number) {
  if (data.length === size) return isTokenProgram(programAddress) ? data : undefined
  const isExtended = data.length > getTokenSize() && data[getTokenSize()] === kind
  return isExtended && programAddress === token2022ProgramAddress ? data.slice(0, size) : undefined
}

function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM_ADDRESS || program === token2022ProgramAddress
}

export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** A parsed token account or mint; undefined for any other account. */
export function parseTokenData(
  account: RawAccount,
  decimalsOf: (mint: Address) => number | undefined,
): { program: string; space: number; parsed: unknown } | undefined {
  const space = account.data.length
  const isFirst = account.programAddress === TOKEN_PROGRAM_ADDRESS
  const program = isFirst ? 'spl-token' : 'spl-token-2022'
  const mint = readMint(account)
  if (mint !== undefined) {
    const info = {
      decimals: mint.decimals,
      freezeAuthority: orNull(mint.freezeAuthority),
      isInitialized: mint.isInitialized,
      mintAuthority: orNull(mint.mintAuthority),
      supply: mint.supply.toString(),
    }
    return { program, space, parsed: { type: 'mint', info } }
  }
  const token = readTokenAccount(account)
  const decimals = token && decimalsOf(token.mint)
  if (token === undefined || decimals === undefined) return undefined
  const delegate = orNull(token.delegate)
  const info = {
    isNative: isSome(token.isNative),
    mint: token.mint,
    owner: token.owner,
    state: token.state === AccountState.Frozen ? 'frozen' : 'initialized',
    tokenAmount: uiTokenAmount(token.amount, decimals),
    ...(delegate === null
      ? {}
      : { delegate, delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals) }),
  }
  return { program, space, parsed: { type: 'account', info } }
}

function orNull<Value>(option: Option<Value>): Value | null {
  return isSome(option) ? option.value : null
}
