import type { Hex } from '@latchkey/wire/rpc/hex'
import type { SwapContractKind } from '../swapContracts.js'
import { type AbiValue, decodeArguments, type Tuple } from './decodeCall.js'

/** What a call to an exchange does with the visitor's tokens. */
export type SwapCall = {
  /** Undefined for the native coin. */
  readonly sourceToken: Hex | undefined
  readonly toToken: Hex | undefined
  /** Undefined if it is the value of the transaction. */
  readonly amount: bigint | undefined
  readonly minimum: bigint
  readonly recipient: Hex
  /** Unix seconds; undefined if the call has none. */
  readonly deadline?: bigint | undefined
  /** A second contract that gets the tokens, which has to be known too. */
  readonly executor?: Hex | undefined
}

type Decoder = {
  readonly types: Tuple
  /** Undefined for arguments that no honest exchange sends. */
  read(values: readonly AbiValue[]): SwapCall | undefined
}

type Decoders = { readonly [selector: string]: Decoder }

const zeroAddress: Hex = `0x${'0'.repeat(40)}`
const coinAddress: Hex = `0x${'e'.repeat(40)}`

/** Undefined for the native coin, which each exchange writes in its own way. */
function toToken(address: AbiValue | undefined, coins: readonly Hex[]): Hex | undefined {
  return coins.includes(address as Hex) ? undefined : (address as Hex)
}

/** `coin`: the router itself wraps the native coin and rejects any other end of the path. */
type Side = 'coin' | 'token'

function v2Decoder(from: Side, to: Side): Decoder {
  const types: Tuple = ['uint', { list: 'address' }, 'address', 'uint']
  return {
    types: from === 'coin' ? types : ['uint', ...types],
    read(values) {
      const [minimum, path, recipient, deadline] = values.slice(-4)
      const tokens = path as readonly Hex[]
      if (tokens.length < 2) return undefined
      return {
        sourceToken: from === 'coin' ? undefined : tokens[0],
        toToken: to === 'coin' ? undefined : tokens.at(-1),
        amount: from === 'coin' ? undefined : (values[0] as bigint),
        minimum: minimum as bigint,
        recipient: recipient as Hex,
        deadline: deadline as bigint,
      }
    },
  }
}

/** Uniswap V2 `Router02`, exact input, with and without tokens that charge for transfers. */
const uniswapV2: Decoders = {
  '0x38ed1739': v2Decoder('token', 'token'),
  '0x7ff36ab5': v2Decoder('coin', 'token'),
  '0x18cbafe5': v2Decoder('token', 'coin'),
  '0x5c11d795': v2Decoder('token', 'token'),
  '0xb6f9de95': v2Decoder('coin', 'token'),
  '0x791ac947': v2Decoder('token', 'coin'),
}

/**
 * 1inch `AggregationRouterV6.swap`. Calls of `unoswap` name pools instead of the token that is bought, so
 * they cannot be checked and are rejected.
 */
const oneInch: Decoders = {
  '0x07ed2379': {
    types: [
      'address',
      ['address', 'address', 'address', 'address', 'uint', 'uint', 'uint'],
      'bytes',
    ],
    read([, description]) {
      const [source, target, , recipient, amount, minimum, flags] =
        description as readonly AbiValue[]
      // Flags allow partial fills, extra coins and other allowances.
      if (flags !== 0n) return undefined
      return {
        sourceToken: toToken(source, [zeroAddress, coinAddress]),
        toToken: toToken(target, [zeroAddress, coinAddress]),
        amount: amount as bigint,
        minimum: minimum as bigint,
        recipient: recipient as Hex,
      }
    },
  },
}

const settlerTypes: Tuple = [['address', 'address', 'uint'], { list: 'bytes' }, 'uint']
const settlerSelector = '0x1fff991f'

/** 0x `Settler.execute`: buys at least `minimum` for the recipient, whatever its actions are. */
function readSettlerCall(
  values: readonly AbiValue[],
): Pick<SwapCall, 'toToken' | 'minimum' | 'recipient'> {
  const [recipient, target, minimum] = values[0] as readonly AbiValue[]
  return {
    toToken: toToken(target, [coinAddress]),
    minimum: minimum as bigint,
    recipient: recipient as Hex,
  }
}

/** 0x `AllowanceHolder.exec` around `Settler.execute`, or that alone for the native coin. */
const zeroX: Decoders = {
  '0x2213bc0b': {
    types: ['address', 'address', 'uint', 'address', 'bytes'],
    read([operator, token, amount, target, data]) {
      const call = data as Hex
      if (operator !== target || !call.startsWith(settlerSelector)) return undefined
      const values = decodeArguments(call, settlerTypes)
      return (
        values && {
          ...readSettlerCall(values),
          sourceToken: toToken(token, [coinAddress]),
          amount: amount as bigint,
          executor: target as Hex,
        }
      )
    },
  },
  [settlerSelector]: {
    types: settlerTypes,
    read: (values) => ({
      ...readSettlerCall(values),
      sourceToken: undefined,
      amount: undefined,
    }),
  },
}

const stepTypes: Tuple = ['address', 'address', 'address', 'address', 'uint', 'bytes', 'bool']

/** The coin or a token on each side, as the called function treats it; undefined for either. */
type Sides = readonly [from: Side, to: Side] | undefined

/** LI.FI generic swaps: one step, or several of which the first ones deposit. */
function lifiDecoder(isSingle: boolean, sides: Sides): Decoder {
  return {
    types: [
      'uint',
      'bytes',
      'bytes',
      'address',
      'uint',
      isSingle ? stepTypes : { list: stepTypes },
    ],
    read([, , , recipient, minimum, given]) {
      const steps = (isSingle ? [given] : given) as readonly (readonly AbiValue[])[]
      // One step takes its whole amount from the visitor; of several, those that say so.
      const deposits = isSingle ? steps : steps.filter((step) => step[6] === true)
      const sources = new Set(deposits.map((step) => toToken(step[2], [zeroAddress])))
      if (sources.size !== 1) return undefined
      const [sourceToken] = sources
      const target = toToken(steps.at(-1)?.[3], [zeroAddress])
      // The function decides what is paid out, not the addresses in its arguments.
      const isSide = (side: Side, token: Hex | undefined) => (side === 'coin') === !token
      if (sides && !(isSide(sides[0], sourceToken) && isSide(sides[1], target))) return undefined
      return {
        sourceToken,
        toToken: target,
        amount: deposits.reduce((sum, step) => sum + (step[4] as bigint), 0n),
        minimum: minimum as bigint,
        recipient: recipient as Hex,
      }
    },
  }
}

/** `GenericSwapFacet.swapTokensGeneric` and `GenericSwapFacetV3`. */
const lifi: Decoders = {
  '0x4630a0d8': lifiDecoder(false, undefined),
  '0x5fd9ae2e': lifiDecoder(false, ['token', 'token']),
  '0x2c57e884': lifiDecoder(false, ['token', 'coin']),
  '0x736eac0b': lifiDecoder(false, ['coin', 'token']),
  '0x4666fc80': lifiDecoder(true, ['token', 'token']),
  '0x733214a3': lifiDecoder(true, ['token', 'coin']),
  '0xaf7060fd': lifiDecoder(true, ['coin', 'token']),
}

const decodersByKind: { readonly [kind in SwapContractKind]: Decoders } = {
  uniswapV2,
  '1inch': oneInch,
  '0x': zeroX,
  lifi,
}

/** 1inch appends four bytes that name the caller; contracts do not read them. */
const tails: { readonly [kind in SwapContractKind]?: readonly number[] } = { '1inch': [0, 4] }

/** Decodes the call data of an exchange; undefined if it is not exactly a known call. */
export function readSwapCall(kind: SwapContractKind, data: Hex): SwapCall | undefined {
  const selector = data.slice(0, '0x12345678'.length).toLowerCase()
  const decoders = decodersByKind[kind]
  if (!Object.hasOwn(decoders, selector)) return undefined
  const decoder = decoders[selector]
  const values = decoder && decodeArguments(data, decoder.types, tails[kind])
  return values && decoder.read(values)
}
