import { type NetworkId, toAccountId } from '@latchkey/wire/caip'
import { getConvertQuotes } from '@latchkey/wire/http/convert'
import { type Address, getAddress, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import type { QuoteRequest } from '../../sources/convert/Exchange.js'
import { minimumReturn, parseSlippage } from '../../sources/convert/minimumReturn.js'
import { parseToken } from '../../sources/convert/tokens.js'
import { type ConvertParts, quoteLifetimeMs } from './ConvertParts.js'
import { isOnSolana, quoteOnSolana } from './onSolana.js'

const defaultSlippage = '1'
/** In wei; no chain comes near it. */
const maxGasPrice = 10n ** 18n

/** One quote, with everything that a user should see before a swap. */
export function quotesRoute(parts: ConvertParts): Route {
  const { exchanges, clock } = parts
  return route(getConvertQuotes, async (input, { signal }) => {
    if (isOnSolana(input)) return { quotes: [await quoteOnSolana(parts, input, signal)] }
    const request: QuoteRequest = {
      from: parseToken(input.from, 'from'),
      to: parseToken(input.to, 'to'),
      amount: BigInt(input.amount),
      slippage: parseSlippage(input.slippage ?? defaultSlippage),
      user: input.userAddress === undefined ? undefined : parseUser(input.userAddress),
      gasPrice: input.gasPrice === undefined ? undefined : parseGasPrice(input.gasPrice),
    }
    const quote = await exchanges.quote(request, { source: input.source, signal })
    const fee = await networkFee(parts, request, quote.gas, signal)
    return {
      quotes: [
        {
          id: null,
          fromAmount: input.amount,
          fromAccount: input.from,
          toAmount: quote.amountOut.toString(),
          toAccount: input.to,
          source: quote.source,
          spender: toAccountId(request.from.chain, quote.spender),
          minimumReturn: minimumReturn(quote.amountOut, request.slippage).toString(),
          route: [...quote.route],
          expiresAt: clock.now() + quoteLifetimeMs,
          ...(quote.fee !== undefined && { fee: quote.fee.toString() }),
          ...(quote.gas !== undefined && { gas: quote.gas.toString() }),
          ...(fee !== undefined && { networkFee: fee.toString() }),
        },
      ],
    }
  })
}

function parseUser(address: string): Address {
  if (isAddress(address, { strict: false })) return getAddress(address)
  throw new ApiError(400, 'userAddress', 'Not an address on an EVM chain.')
}

function parseGasPrice(text: string): bigint {
  const gasPrice = BigInt(text)
  if (gasPrice <= maxGasPrice) return gasPrice
  throw new ApiError(400, 'gasPrice', 'The gas price is too high.')
}

/** Undefined if the exchange gives no gas, or no node knows the gas price at the moment. */
async function networkFee(
  { gasPrices }: ConvertParts,
  request: { readonly from: { readonly chain: NetworkId }; readonly gasPrice?: bigint | undefined },
  gas: bigint | undefined,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (gas === undefined) return undefined
  if (request.gasPrice !== undefined) return gas * request.gasPrice
  try {
    return gas * (await gasPrices.read(request.from.chain, signal)).standard
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return undefined
    throw error
  }
}
