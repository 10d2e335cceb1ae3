import type { Account } from '../../core/connection/family.js'
import { getConnection } from '../../core/connection/store.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork, getNetworks } from '../../core/network/store.js'
import type { Widget } from '../../core/widget.js'

/** The account that receives purchases, and the networks it can receive them on. */
export type BuyContext = {
  /** Undefined without a wallet. */
  readonly account: Account | undefined
  /** The active network first. */
  readonly networks: readonly [Network, ...Network[]]
  readonly isSmartAccount: boolean
}

/** Undefined on chain families without purchases (specification §1). */
export function findBuyContext(widget: Widget): BuyContext | undefined {
  const state = widget.stores.network.get()
  const connection = getConnection(widget)
  const network = getActiveNetwork(state)
  if (!network || !/^(eip155|solana)$/.test(network.namespace)) return undefined
  const account = connection?.active
  const isSmartAccount = account?.type === 'smartAccount'
  // A contract account exists only on the networks it was deployed on.
  const isContract = isSmartAccount || connection?.connectorId === 'safe'
  const others = isContract ? [] : getNetworks(state, network.namespace)
  return {
    account,
    networks: [network, ...others.filter(({ id }) => id !== network.id)],
    isSmartAccount,
  }
}
