// Shapes: https://dev.jup.ag/docs/api/swap-api/quote and https://dev.jup.ag/docs/api/swap-api/swap
// Errors: https://dev.jup.ag/docs/swap-api/common-errors

export const wrappedMint = 'So11111111111111111111111111111111111111112'
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** A published quote for the query of a call. */
export function quoteAnswer(
  { inputMint = '', outputMint = '', amount = '', slippageBps = '50' }: Record<string, string>,
  outAmount: bigint,
) {
  const slippage = Number(slippageBps)
  const step = (label: string, fee: string) => ({
    swapInfo: {
      ammKey: 'HcoJqG325TTifs6jyWvRJ9ET4pDu12Xrt2EQKZGFmuKX',
      label,
      inputMint,
      outputMint,
      inAmount: amount,
      outAmount: outAmount.toString(),
      feeAmount: fee,
      feeMint: inputMint,
    },
    percent: 50,
    bps: 5_000,
  })
  return {
    inputMint,
    inAmount: amount,
    outputMint,
    outAmount: outAmount.toString(),
    otherAmountThreshold: ((outAmount * BigInt(10_000 - slippage)) / 10_000n).toString(),
    swapMode: 'ExactIn',
    slippageBps: slippage,
    platformFee: null,
    priceImpactPct: '0.0000136',
    routePlan: [step('Whirlpool', '40'), step('Raydium CLMM', '2')],
    contextSlot: 324_307_186,
    timeTaken: 0.012,
    swapUsdValue: '17.57',
    simplerRouteUsed: false,
  }
}

export function swapAnswer(swapTransaction: string) {
  return {
    swapTransaction,
    lastValidBlockHeight: 279_632_475,
    prioritizationFeeLamports: 9_999,
    computeUnitLimit: 388_876,
    prioritizationType: {
      computeBudget: { microLamports: 25_715, estimatedMicroLamports: 785_154 },
    },
    dynamicSlippageReport: null,
    simulationError: null,
  }
}

export const jupiterErrors = {
  noRoute: {
    status: 400,
    body: { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' },
  },
  notTradable: {
    status: 400,
    body: { error: 'The token is not tradable', errorCode: 'TOKEN_NOT_TRADABLE' },
  },
  rateLimited: { status: 429, body: { code: 429, message: 'Rate limit exceeded' } },
  unauthorized: { status: 401, body: { code: 401, message: 'Unauthorized' } },
} as const
