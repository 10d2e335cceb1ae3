import { type AccountId, type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import type { buildConvertTransaction, getConvertQuotes } from '@latchkey/wire/http/convert'
import type { CheckedInputOf, ResponseOf } from '@latchkey/wire/http/endpoint'
import { parseAddress } from '@latchkey/wire/rpc/solana'
import { ApiError } from '../../errors/ApiError.js'
import { minimumReturn, parseSlippage } from '../../sources/convert/minimumReturn.js'
import type { SolanaQuoteRequest } from '../../sources/convert/solana/SolanaExchange.js'
import { solanaNativeAddress } from '../../sources/tokens/Token.js'
import { type ConvertParts, quoteLifetimeMs } from './ConvertParts.js'

const defaultSlippage = '1'
/** Amounts on Solana have 64 bits. */
const maxAmount = 2n ** 64n - 1n

export function isOnSolana({ from }: { readonly from: AccountId }): boolean {
  return parseAccountId(from)?.namespace === 'solana'
}

export async function quoteOnSolana(
  { exchanges, clock }: ConvertParts,
  input: CheckedInputOf<typeof getConvertQuotes>,
  signal: AbortSignal,
): Promise<ResponseOf<typeof getConvertQuotes>['quotes'][number]> {
  const user = input.userAddress
  if (user !== undefined && parseAddress(user) === undefined) {
    throw new ApiError(400, 'userAddress', 'Not an address on Solana.')
  }
  const request = { ...readConversion(input, input.slippage ?? defaultSlippage), user }
  const quote = await exchanges.onSolana(
    request.chain,
    (exchange, ending) => exchange.quote(request, ending),
    { source: input.source, signal },
  )
  return {
    id: null,
    fromAmount: input.amount,
    fromAccount: input.from,
    toAmount: quote.amountOut.toString(),
    toAccount: input.to,
    source: quote.source,
    minimumReturn: minimumReturn(quote.amountOut, request.slippage).toString(),
    route: [...quote.route],
    expiresAt: clock.now() + quoteLifetimeMs,
    networkFee: quote.networkFee.toString(),
    ...(quote.fee !== undefined && { fee: quote.fee.toString() }),
  }
}

export async function buildOnSolana(
  { exchanges, clock }: ConvertParts,
  input: CheckedInputOf<typeof buildConvertTransaction>,
  signal: AbortSignal,
): Promise<ResponseOf<typeof buildConvertTransaction>> {
  if (!input.solana) throw new ApiError(400, 'solana.slippage', 'The slippage is missing.')
  const conversion = readConversion(input, input.solana.slippage)
  const { chain, address: user } = parseSolanaAccount(input.userAddress, 'userAddress')
  if (chain !== conversion.chain) {
    throw new ApiError(400, 'userAddress', 'The account and the tokens are on different chains.')
  }
  const least = input.minimumReturn === undefined ? undefined : BigInt(input.minimumReturn)
  const swap = await exchanges.onSolana(
    chain,
    (exchange, ending) => exchange.build({ ...conversion, user, minimumReturn: least }, ending),
    { source: input.source, signal },
  )
  return {
    tx: {
      from: input.userAddress,
      to: input.userAddress,
      data: `0x${Buffer.from(swap.transaction).toString('hex')}`,
      amount: swap.amountOut.toString(),
      solana: { lastValidBlockHeight: swap.lastBlock.toString() },
    },
    source: swap.source,
    minimumReturn: swap.minimumReturn.toString(),
    expiresAt: clock.now() + quoteLifetimeMs,
  }
}

function readConversion(
  input: { readonly from: AccountId; readonly to: AccountId; readonly amount: string },
  slippage: string | number,
): SolanaQuoteRequest {
  const from = parseSolanaAccount(input.from, 'from')
  const to = parseSolanaAccount(input.to, 'to')
  if (from.chain !== to.chain) {
    throw new ApiError(400, 'to', 'Both tokens must be on the same chain.')
  }
  const [fromMint, toMint] = [from, to].map(({ address }) =>
    address === solanaNativeAddress ? undefined : address,
  )
  if (fromMint === toMint) throw new ApiError(400, 'to', 'Both tokens are the same.')
  const amount = BigInt(input.amount)
  if (amount === 0n || amount > maxAmount) {
    throw new ApiError(400, 'amount', 'The amount must be above zero and fit the token.')
  }
  const { chain } = from
  return { chain, from: fromMint, to: toMint, amount, slippage: parseSlippage(slippage) }
}

function parseSolanaAccount(
  id: AccountId,
  field: string,
): { readonly chain: NetworkId; readonly address: string } {
  const parsed = parseAccountId(id)
  const address = parsed?.namespace === 'solana' ? parseAddress(parsed.address) : undefined
  if (!parsed || address === undefined) {
    throw new ApiError(400, field, 'Not an address on Solana.')
  }
  return { chain: parsed.networkId, address }
}
