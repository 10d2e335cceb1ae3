import * as v from 'valibot'
import { type Address, getAddress, type Hex, isAddressEqual, maxUint256 } from 'viem'
import { ExchangeError } from '../Exchange.js'

/** Fields of the aggregators' answers. */

export const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text) => getAddress(text)),
)

/** A decimal number of the smallest units. */
export const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.check((value) => value <= maxUint256),
)

/** `0x` and digits. */
export const hexAmount = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

export const callData = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2}){4,}$/),
  v.transform((text) => text as Hex),
)

/** The name of an exchange on the way. */
export const exchangeName = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

const maxRouteLength = 12

export function uniqueNames(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, maxRouteLength)
}

/** Converts a fee to units of the input token; undefined for a fee in a third token. */
export function feeInInput(
  fee: { readonly amount: bigint; readonly token: Address },
  trade: {
    readonly input: Address
    readonly output: Address
    readonly amountIn: bigint
    readonly amountOut: bigint
  },
): bigint | undefined {
  if (isAddressEqual(fee.token, trade.input)) return fee.amount
  if (!isAddressEqual(fee.token, trade.output)) return undefined
  return (fee.amount * trade.amountIn) / (trade.amountOut + fee.amount)
}

/** Decodes call data. Throws an ExchangeError for a call that is not among the known ones. */
export function decodeCall<call>(decode: () => call): call {
  try {
    return decode()
  } catch (cause) {
    throw new ExchangeError('malformed', 'The call is not a known swap.', { cause })
  }
}
