import { isEip155, toldChainId } from './chainId.js'
import type { Method } from './frame.js'

export const getSmartAccountEnabledNetworks: Method<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> = async ({
  settings,
}) => {
  const able = settings.chains.filter(({ id, hasBundler }) => hasBundler && isEip155(id))
  return { smartAccountEnabledNetworks: able.map(({ id }) => Number(toldChainId(id))) }
}
