import { hasNames } from '../../core/account/identity/createIdentity.js'
import type { Network } from '../../core/network/network.js'
import type { Widget } from '../../core/widget.js'

/** ENSIP-11 marks the coin types of EVM chains with the top bit. */
const evmBit = 0x8000_0000

/** The coin type under which a name is registered for a chain, main net included (public surface §8.1). */
export function coinTypeOf({ reference }: Network): number | undefined {
  const chainId = Number(reference)
  return Number.isSafeInteger(chainId) && chainId > 0 && chainId < evmBit
    ? (evmBit | chainId) >>> 0
    : undefined
}

/** Whether an account on this network can be given a name. */
export function canRegister(widget: Widget, network: Network | undefined): network is Network {
  return hasNames(widget, network) && coinTypeOf(network) !== undefined
}
