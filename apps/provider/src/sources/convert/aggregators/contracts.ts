import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { Address } from 'viem'
import type { AggregatorSource } from '../Exchange.js'

const oneInchRouter = '0x111111125421cA6dc452d289314280a0f8842A65'
const allowanceHolder = '0x0000000000001fF3684f28c67538d4D072C22734'
const lifiDiamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** What an aggregator's transactions call, and what a token is approved for, by chain reference. */
const contracts: Readonly<Record<AggregatorSource, Readonly<Record<string, Address>>>> = {
  // AggregationRouterV6: https://github.com/1inch/limit-order-protocol#deployments--audits-limit-orders-protocol-v4
  '1inch': {
    ...onChains(oneInchRouter, [1, 10, 56, 100, 137, 8453, 42161, 43114]),
    324: '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF',
  },
  // AllowanceHolder on chains since Cancun: https://docs.0x.org/docs/core-concepts/contracts
  '0x': onChains(allowanceHolder, [1, 10, 56, 137, 8453, 42161, 43114]),
  // LiFiDiamond: https://github.com/lifinance/contracts/tree/main/deployments
  lifi: {
    ...onChains(lifiDiamond, [1, 10, 56, 100, 137, 250, 8453, 42161, 43114, 1313161554]),
    324: '0x341e94069f53234fE6DabeF707aD424830525715',
    8217: '0x1255d17c1BC2f764d087536410879F2d0D8772fD',
  },
}

/** Undefined for a chain that the aggregator does not serve. */
export function aggregatorContract(
  source: AggregatorSource,
  chain: NetworkId,
): Address | undefined {
  return chain.startsWith('eip155:') ? contracts[source][referenceOf(chain)] : undefined
}

function onChains(address: Address, chains: readonly number[]): Record<string, Address> {
  return Object.fromEntries(chains.map((chain) => [chain, address]))
}
