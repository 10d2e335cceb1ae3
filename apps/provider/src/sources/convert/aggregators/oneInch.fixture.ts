import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { Forgery, PublishedShapes, StandInAnswer, Trade } from './standIn.fixture.js'

// Shapes: https://github.com/1inch/1inch-sdk-go/blob/main/codegen/openapi/aggregation-openapi.json
// and https://github.com/1inch/1inch-sdk-go/blob/main/sdk-clients/aggregation/aggregation_types.gen.go
// Parameters: https://business.1inch.com/portal/documentation/apis/swap/classic-swap/methods/v6.1/1/swap/method/get
// Errors: https://help.1inch.com/en/articles/8422842-common-api-error-messages-explained

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** AggregationRouterV6 on zkSync Era: https://github.com/1inch/limit-order-protocol */
const zkSyncRouter = '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'
const executor = '0x5141b82f5ffda4c6fe1e372978f1c5427640a190'

// https://etherscan.io/address/0x111111125421ca6dc452d289314280a0f8842a65#code
const routerAbi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)',
])

const tokenInfo = (address: Address | undefined, symbol: string) => ({
  address: (address ?? native).toLowerCase(),
  symbol,
  name: symbol,
  decimals: 18,
  logoURI: `https://tokens.1inch.io/${address ?? native}.png`,
  tags: ['tokens'],
})

function tokens({ from, to }: Trade) {
  return { srcToken: tokenInfo(from, 'IN'), dstToken: tokenInfo(to, 'OUT') }
}

export function swapData(trade: Trade, forgery: Forgery, flags = 0n) {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'swap',
    args: [
      executor,
      {
        srcToken: trade.from ?? native,
        dstToken: forgery.buys ?? trade.to ?? native,
        srcReceiver: executor,
        dstReceiver: forgery.recipient ?? trade.user,
        amount: forgery.amount ?? trade.amount,
        minReturnAmount: forgery.minimumReturn ?? trade.minimumReturn,
        flags,
      },
      '0x0000',
    ],
  })
}

/** The shorter call for a single pool, which does not name the bought token. */
export function unoswapData({ from, amount, minimumReturn }: Trade) {
  const dex = 0x388c818ca8b9251b393131c08a736a67ccb19297n
  const args = [BigInt(from ?? native), amount, minimumReturn, dex] as const
  return encodeFunctionData({ abi: routerAbi, functionName: 'unoswap', args })
}

function quote(trade: Trade) {
  return {
    ...tokens(trade),
    dstAmount: trade.amountOut.toString(),
    protocols: [
      [
        [{ name: 'UNISWAP_V3', part: 60, fromTokenAddress: native, toTokenAddress: native }],
        [{ name: 'CURVE', part: 40, fromTokenAddress: native, toTokenAddress: native }],
      ],
    ],
    gas: 221_363,
  }
}

function swap(trade: Trade, forgery: Forgery = {}) {
  const value = trade.from === undefined ? trade.amount : 0n
  return {
    ...tokens(trade),
    dstAmount: trade.amountOut.toString(),
    tx: {
      from: trade.user.toLowerCase(),
      to: (forgery.to ?? trade.contract).toLowerCase(),
      data: forgery.data ?? swapData(trade, forgery),
      value: (forgery.value ?? value).toString(),
      gas: 0,
      gasPrice: '6994090150',
    },
  }
}

const error = (status: number, description: string): StandInAnswer => ({
  status,
  body: {
    error: status === 400 ? 'Bad Request' : 'Too Many Requests',
    description,
    statusCode: status,
    meta: [{ type: 'fromTokenAddress', value: native }],
    requestId: '2a92c18a-5c20-4f0d-a0da-e8b5b3602ad6',
  },
})

export const oneInchShapes: PublishedShapes = {
  quote,
  swap,
  noRoute: error(400, 'insufficient liquidity'),
  rateLimited: { status: 429, body: 'The limit of requests per second has been exceeded' },
  priceGone: error(400, 'cannot estimate: return amount is not enough'),
  unauthorized: { status: 401, body: { message: 'Unauthorized', statusCode: 401 } },
  wrongChain: (trade) => swap(trade, { to: zkSyncRouter }),
  malformed: (trade) => ({
    'an amount as a number': { ...quote(trade), dstAmount: 5 },
    'an amount in hex': { ...quote(trade), dstAmount: '0x05' },
    'the name of an earlier version': { ...quote(trade), dstAmount: undefined, toAmount: '5' },
    'another token': { ...quote(trade), dstToken: tokenInfo(trade.contract, 'OUT') },
    'another token to sell': { ...quote(trade), srcToken: tokenInfo(trade.contract, 'IN') },
    'gas as text': { ...quote(trade), gas: '1' },
  }),
}
