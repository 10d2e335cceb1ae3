import type { Network } from '../../core/network/network.js'

/** Specification §5: names only for EVM networks that are no test networks. */
export function canHaveName({ namespace, isTestnet }: Network): boolean {
  return namespace === 'eip155' && !isTestnet
}
