import { encodeFunctionData, parseAbi, zeroHash } from 'viem'
import type { Forgery, PublishedShapes, StandInAnswer, Trade } from './standIn.fixture.js'

// Shapes and errors: https://docs.0x.org/api-reference/0-x-api/swap/allowanceholder-getprice
// and https://docs.0x.org/api-reference/0-x-api/swap/allowanceholder-getquote

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** AllowanceHolder on chains before Cancun: https://docs.0x.org/docs/core-concepts/contracts */
const shanghaiHolder = '0x0000000000005e88410ccdfade4a5efae4b49562'
const settler = '0x70bf6634ee8cb27d04478f184b9b8bb13e5f4710'
const zid = '0x111111111111111111111111'

// https://github.com/0xProject/0x-settler/blob/master/src/allowanceholder/IAllowanceHolder.sol
const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes result)',
])
// https://github.com/0xProject/0x-settler/blob/master/src/interfaces/ISettlerTakerSubmitted.sol
const settlerAbi = parseAbi([
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid) payable returns (bool)',
])

function shared(trade: Trade) {
  const from = (trade.from ?? native).toLowerCase()
  const to = (trade.to ?? native).toLowerCase()
  return {
    allowanceTarget: trade.from === undefined ? null : trade.contract.toLowerCase(),
    blockNumber: '20114676',
    buyAmount: trade.amountOut.toString(),
    buyToken: to,
    fees: {
      integratorFee: null,
      integratorFees: null,
      zeroExFee: { amount: (trade.amount / 400n).toString(), token: from, type: 'volume' },
      gasFee: null,
    },
    issues: {
      allowance:
        trade.from === undefined ? null : { actual: '0', spender: trade.contract.toLowerCase() },
      balance: null,
      simulationIncomplete: false,
      invalidSourcesPassed: [],
    },
    liquidityAvailable: true,
    minBuyAmount: trade.minimumReturn.toString(),
    mode: 'exact-in',
    route: {
      fills: [
        { from, to, source: 'Uniswap_V3', proportionBps: '6000' },
        { from, to, source: 'Curve', proportionBps: '4000' },
      ],
      tokens: [
        { address: from, symbol: 'IN' },
        { address: to, symbol: 'OUT' },
      ],
    },
    sellAmount: trade.amount.toString(),
    sellToken: from,
    tokenMetadata: {
      buyToken: { buyTaxBps: '0', sellTaxBps: '0', transferTaxBps: '0' },
      sellToken: { buyTaxBps: '0', sellTaxBps: '0', transferTaxBps: '0' },
    },
    totalNetworkFee: '2034668056550000',
    zid,
  }
}

function price(trade: Trade) {
  return { ...shared(trade), gas: '221363', gasPrice: '7062490000' }
}

function callData(trade: Trade, forgery: Forgery) {
  const inner = encodeFunctionData({
    abi: settlerAbi,
    functionName: 'execute',
    args: [
      {
        recipient: forgery.recipient ?? trade.user,
        buyToken: forgery.buys ?? trade.to ?? native,
        minAmountOut: forgery.minimumReturn ?? trade.minimumReturn,
      },
      ['0x00', '0x01'],
      zeroHash,
    ],
  })
  return encodeFunctionData({
    abi: holderAbi,
    functionName: 'exec',
    args: [settler, trade.from ?? native, forgery.amount ?? trade.amount, settler, inner],
  })
}

function quote(trade: Trade, forgery: Forgery = {}) {
  const value = trade.from === undefined ? trade.amount : 0n
  return {
    ...shared(trade),
    ...(forgery.minimumReturn !== undefined && { minBuyAmount: String(forgery.minimumReturn) }),
    transaction: {
      to: (forgery.to ?? trade.contract).toLowerCase(),
      data: forgery.data ?? callData(trade, forgery),
      gas: '288095',
      gasPrice: '7062490000',
      value: (forgery.value ?? value).toString(),
    },
  }
}

const error = (name: string, message: string, status = 400): StandInAnswer => ({
  status,
  body: { name, message, data: { zid } },
})

export const zeroExShapes: PublishedShapes = {
  quote: price,
  swap: quote,
  noRoute: { body: { liquidityAvailable: false, zid } },
  rateLimited: { status: 429, body: { message: 'API rate limit exceeded' } },
  priceGone: error('SWAP_VALIDATION_FAILED', 'Validation failed during the swap'),
  unauthorized: { status: 401, body: { message: 'No API key found in request' } },
  wrongChain: (trade) => ({
    ...quote(trade, { to: shanghaiHolder }),
    allowanceTarget: shanghaiHolder,
  }),
  malformed: (trade) => ({
    'an amount as a number': { ...price(trade), buyAmount: 5 },
    'a negative amount': { ...price(trade), buyAmount: '-5' },
    'no minimum': { ...price(trade), minBuyAmount: undefined },
    'another amount': { ...price(trade), sellAmount: (trade.amount + 1n).toString() },
    'another token': { ...price(trade), buyToken: trade.contract },
    'another spender': { ...price(trade), allowanceTarget: settler },
  }),
}
