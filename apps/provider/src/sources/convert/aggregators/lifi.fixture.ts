import { type Address, encodeFunctionData, parseAbi, zeroAddress, zeroHash } from 'viem'
import type { Forgery, PublishedShapes, StandInAnswer, Trade } from './standIn.fixture.js'

// Shape: https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer
// Errors: https://docs.li.fi/api-reference/error-codes

const pool = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'

// https://github.com/lifinance/contracts/blob/main/src/Facets/GenericSwapFacetV3.sol
const swapData =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const diamondAbi = parseAbi([
  `function swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${swapData} swapData)`,
  `function swapTokensSingleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${swapData} swapData)`,
  `function swapTokensSingleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${swapData} swapData) payable`,
])

const token = (address: Address | undefined, chainId: number, symbol: string) => ({
  address: address?.toLowerCase() ?? zeroAddress,
  symbol,
  decimals: 18,
  chainId,
  name: symbol,
  coinKey: symbol,
  priceUSD: '1',
  logoURI: 'https://static.debank.com/image/token.png',
})

const tool = {
  key: 'sushiswap',
  name: 'SushiSwap Aggregator',
  logoURI:
    'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/exchanges/sushi.svg',
}

function callData(trade: Trade, forgery: Forgery) {
  const functionName =
    trade.from === undefined
      ? 'swapTokensSingleV3NativeToERC20'
      : trade.to === undefined
        ? 'swapTokensSingleV3ERC20ToNative'
        : 'swapTokensSingleV3ERC20ToERC20'
  return encodeFunctionData({
    abi: diamondAbi,
    functionName,
    args: [
      zeroHash,
      'latchkey-test',
      zeroAddress,
      forgery.recipient ?? trade.user,
      forgery.minimumReturn ?? trade.minimumReturn,
      {
        callTo: pool,
        approveTo: pool,
        sendingAssetId: trade.from ?? zeroAddress,
        receivingAssetId: forgery.buys ?? trade.to ?? zeroAddress,
        fromAmount: forgery.amount ?? trade.amount,
        callData: '0x0000',
        requiresDeposit: true,
      },
    ],
  })
}

function step(trade: Trade, forgery: Forgery = {}) {
  const { chain, from, to, amount, user } = trade
  const value = from === undefined ? amount : 0n
  const estimate = {
    tool: 'sushiswap',
    fromAmount: amount.toString(),
    toAmount: trade.amountOut.toString(),
    toAmountMin: (forgery.minimumReturn ?? trade.minimumReturn).toString(),
    approvalAddress: trade.contract,
    executionDuration: 0,
    feeCosts: [
      {
        name: 'LIFI Fixed Fee',
        description: 'Fixed LIFI fee, independent of any other fee',
        percentage: '0.0025',
        token: token(from, chain, 'IN'),
        amount: (amount / 400n).toString(),
        amountUSD: '0.0025',
        included: true,
      },
    ],
    gasCosts: [
      {
        type: 'SEND',
        price: '1500000000',
        estimate: '221363',
        limit: '287771',
        amount: '332044500000000',
        amountUSD: '0.80',
        token: token(undefined, chain, 'ETH'),
      },
    ],
  }
  const action = {
    fromChainId: chain,
    toChainId: chain,
    fromToken: token(from, chain, 'IN'),
    toToken: token(to, chain, 'OUT'),
    fromAmount: amount.toString(),
    slippage: 0.01,
    fromAddress: user,
    toAddress: user,
  }
  return {
    id: 'a8dc011a-f52d-4492-9e99-21de64b5453a',
    type: 'lifi',
    tool: 'sushiswap',
    toolDetails: tool,
    action,
    estimate,
    includedSteps: [
      {
        id: '1',
        type: 'protocol',
        action,
        estimate,
        tool: 'feeCollection',
        toolDetails: { ...tool, name: 'Integrator Fee' },
      },
      { id: '2', type: 'swap', action, estimate, tool: 'sushiswap', toolDetails: tool },
    ],
    integrator: 'latchkey-test',
    transactionRequest: {
      value: `0x${(forgery.value ?? value).toString(16)}`,
      to: forgery.to ?? trade.contract,
      data: forgery.data ?? callData(trade, forgery),
      from: user,
      chainId: chain,
      gasPrice: '0x59682f00',
      gasLimit: '0x4641b',
    },
  }
}

const error = (status: number, code: number, message: string): StandInAnswer => ({
  status,
  body: { message, code, errors: [] },
})

export const lifiShapes: PublishedShapes = {
  quote: step,
  swap: step,
  noRoute: error(404, 1002, 'No available quotes for the requested transfer'),
  rateLimited: error(429, 1005, 'Rate limit exceeded, retry in 2 hours'),
  priceGone: error(409, 1007, 'The slippage is larger than the defined threshold'),
  unauthorized: error(401, 1010, 'Invalid API key'),
  wrongChain: (trade) => step({ ...trade, chain: 10 }),
  malformed: (trade) => ({
    'an amount as a number': { ...step(trade), estimate: { ...step(trade).estimate, toAmount: 5 } },
    'no transaction': { ...step(trade), transactionRequest: undefined },
    'another amount': step({ ...trade, amount: trade.amount + 1n }),
    'another token': step({ ...trade, to: trade.contract }),
    'another account': step({ ...trade, user: pool }),
    'another spender': {
      ...step(trade),
      estimate: { ...step(trade).estimate, approvalAddress: pool },
    },
  }),
}
