import { isEip155, parseServedChain, toPageChainId } from './chainId.js'
import type { Method } from './frame.js'

export const getSmartAccountEnabledNetworks: Method<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> = async ({
  settings,
}) => {
  const able = settings.chains.filter(({ id, hasBundler }) => hasBundler && isEip155(id))
  return { smartAccountEnabledNetworks: able.map(({ id }) => Number(toPageChainId(id))) }
}

/** Ignores the page's `rpcUrl`: only the provider's nodes are used. */
export const switchNetwork: Method<'SWITCH_NETWORK'> = async ({ settings, preferences }, given) => {
  const chainId = parseServedChain(settings, given.chainId)
  await preferences.change({ chainId })
  return { chainId: toPageChainId(chainId) }
}

export const getChainId: Method<'GET_CHAIN_ID'> = async ({ preferences }) => ({
  chainId: toPageChainId(preferences.chainId),
})
