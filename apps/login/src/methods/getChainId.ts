import { toldChainId } from './chainId.js'
import type { Method } from './frame.js'

export const getChainId: Method<'GET_CHAIN_ID'> = async ({ preferences }) => ({
  chainId: toldChainId(preferences.chainId),
})
