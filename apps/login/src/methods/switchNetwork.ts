import { servedChain, toldChainId } from './chainId.js'
import type { Method } from './frame.js'

/** The page's `rpcUrl` is not looked at: chains are reached by the provider alone. */
export const switchNetwork: Method<'SWITCH_NETWORK'> = async ({ settings, preferences }, given) => {
  const chainId = servedChain(settings, given.chainId)
  await preferences.change({ chainId })
  return { chainId: toldChainId(chainId) }
}
