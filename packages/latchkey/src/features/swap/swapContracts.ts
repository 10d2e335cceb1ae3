import type { NetworkId } from '@latchkey/wire/caip'
import { type Hex, parseAddress } from '@latchkey/wire/rpc/hex'
import type { SwapContract, SwapContractKind } from '../../core/config/options.js'
import type { Widget } from '../../core/widget.js'

export type { SwapContract, SwapContractKind } from '../../core/config/options.js'

type Pinned = readonly [kind: SwapContractKind, address: Hex]

const oneInch: Pinned = ['1inch', '0x111111125421ca6dc452d289314280a0f8842a65']
const lifi: Pinned = ['lifi', '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae']
const router: Pinned = ['uniswapV2', '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24']

/**
 * The contracts that swaps may call, by chain; each also takes the tokens. From the deployment lists of
 * 1inch, LI.FI, Uniswap and PancakeSwap. 0x replaces its contract often, so sites add its current one.
 */
const pinned: { readonly [networkId: NetworkId]: readonly Pinned[] } = {
  'eip155:1': [oneInch, lifi, ['uniswapV2', '0x7a250d5630b4cf539739df2c5dacb4c659f2488d']],
  'eip155:10': [oneInch, lifi, ['uniswapV2', '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2']],
  'eip155:56': [oneInch, lifi, router, ['uniswapV2', '0x10ed43c718714eb63d5aa57b78b54704e256024e']],
  'eip155:100': [oneInch, lifi],
  'eip155:137': [oneInch, lifi, ['uniswapV2', '0xedf6066a2b290c185783862c7f4776a2c8077ad1']],
  'eip155:250': [oneInch, lifi],
  'eip155:324': [
    ['1inch', '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'],
    ['lifi', '0x341e94069f53234fe6dabef707ad424830525715'],
  ],
  'eip155:8217': [['lifi', '0x1255d17c1bc2f764d087536410879f2d0d8772fd']],
  'eip155:8453': [oneInch, lifi, router],
  'eip155:42161': [oneInch, lifi, router],
  'eip155:43114': [oneInch, lifi, router],
  'eip155:1313161554': [lifi],
}

/** The pinned contracts of a network and those of the site, in lower case. */
export function getSwapContracts(
  { config }: Pick<Widget, 'config'>,
  networkId: NetworkId,
): readonly SwapContract[] {
  const shipped = (pinned[networkId] ?? []).map(([kind, address]) => ({ kind, address }))
  return [...shipped, ...(config.swapContracts[networkId] ?? [])].map(
    ({ kind, address, spender = address }: SwapContract) => ({
      kind,
      address: parseAddress(address) ?? '',
      spender: parseAddress(spender) ?? '',
    }),
  )
}
