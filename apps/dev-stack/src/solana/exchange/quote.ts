import { solanaTokens } from '../genesis.js'

/** The mint under which programs know the native coin. */
export const wrappedMint = 'So11111111111111111111111111111111111111112'

export type TradedToken = {
  readonly mint: string
  readonly decimals: number
  /** Millionths of a dollar for one whole token, as in the chain's price settings. */
  readonly dollars: bigint
}

/** A quote in the shape of Jupiter's API. */
export type Quote = {
  readonly inputMint: string
  readonly inAmount: string
  readonly outputMint: string
  readonly outAmount: string
  readonly otherAmountThreshold: string
  readonly swapMode: 'ExactIn'
  readonly slippageBps: number
  readonly platformFee: null
  readonly priceImpactPct: string
  readonly routePlan: readonly object[]
  readonly contextSlot: number
  readonly timeTaken: number
}

/** A rejected request, with the code that the API documents. */
export class ExchangeRejection extends Error {
  override readonly name = 'ExchangeRejection'

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

const coin: TradedToken = { mint: wrappedMint, decimals: 9, dollars: 150_000_000n }
const tokens: readonly TradedToken[] = [
  coin,
  ...solanaTokens.map(({ address, decimals }) => ({
    mint: address,
    decimals,
    dollars: 1_000_000n,
  })),
]
/** What a pool holds on each side, in millionths of a dollar: large swaps move the price. */
const depth = 10_000_000_000_000n
const basisPoints = 10_000n
const feeBasisPoints = 30n

/** Prices a swap as a pool does whose product of both sides stays the same. */
export function quote({
  inputMint,
  outputMint,
  amount = '',
  slippageBps: slippage = '50',
}: Readonly<Record<string, string>>): Quote {
  const [source, target] = [findToken(inputMint), findToken(outputMint)]
  if (!/^[1-9]\d{0,19}$/.test(amount) || source === target) throw noRoute()
  const given = BigInt(amount)
  const fee = (given * feeBasisPoints) / basisPoints
  const value = ((given - fee) * source.dollars) / 10n ** BigInt(source.decimals)
  const outAmount =
    ((given - fee) * source.dollars * 10n ** BigInt(target.decimals) * depth) /
    (10n ** BigInt(source.decimals) * target.dollars * (depth + value))
  if (outAmount === 0n) throw noRoute()
  const slippageBps = Number(slippage)
  return {
    inputMint: source.mint,
    inAmount: amount,
    outputMint: target.mint,
    outAmount: outAmount.toString(),
    otherAmountThreshold: (
      (outAmount * (basisPoints - BigInt(slippageBps))) /
      basisPoints
    ).toString(),
    swapMode: 'ExactIn',
    slippageBps,
    platformFee: null,
    priceImpactPct: (Number(value) / Number(depth + value)).toFixed(6),
    routePlan: [
      {
        swapInfo: {
          ammKey: '11111111111111111111111111111111',
          label: 'Local market maker',
          inputMint: source.mint,
          outputMint: target.mint,
          inAmount: amount,
          outAmount: outAmount.toString(),
          feeAmount: fee.toString(),
          feeMint: source.mint,
        },
        percent: 100,
      },
    ],
    contextSlot: 0,
    timeTaken: 0,
  }
}

export function findToken(mint: string | undefined): TradedToken {
  const found = tokens.find((token) => token.mint === mint)
  if (found) return found
  throw new ExchangeRejection(`The token ${mint} is not tradable`, 'TOKEN_NOT_TRADABLE')
}

function noRoute(): ExchangeRejection {
  return new ExchangeRejection('Could not find any route', 'COULD_NOT_FIND_ANY_ROUTE')
}
