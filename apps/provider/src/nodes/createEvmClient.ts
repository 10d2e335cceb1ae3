import { namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import type { ChainSettings } from './ChainSettings.js'
import { createCcipLookup } from './ccipLookup.js'
import type { HttpClient } from './HttpClient.js'

/** A viem client of an EVM chain over `call`. Throws an ApiError (400, `chainId`) for other chains. */
export function createEvmClient(
  settings: ChainSettings,
  call: (method: string, params: unknown) => Promise<unknown>,
  { web, clock }: { readonly web?: HttpClient | undefined; readonly clock: Clock },
): PublicClient {
  if (namespaceOf(settings.id) !== 'eip155') {
    throw new ApiError(400, 'chainId', `The chain ${settings.id} is not an EVM chain.`)
  }
  return createPublicClient({
    chain: toViemChain(settings),
    transport: custom({ request: ({ method, params }) => call(method, params) }, { retryCount: 0 }),
    batch: { multicall: settings.multicall !== undefined },
    cacheTime: 0,
    ccipRead: web ? { request: createCcipLookup(web, clock) } : false,
  })
}

function toViemChain({ id, name, nativeCurrency, multicall, ens }: ChainSettings) {
  return defineChain({
    id: Number(referenceOf(id)),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
    contracts: {
      ...(multicall && { multicall3: { address: multicall as `0x${string}` } }),
      ...(ens && { ensUniversalResolver: { address: ens.universalResolver as `0x${string}` } }),
    },
  })
}
