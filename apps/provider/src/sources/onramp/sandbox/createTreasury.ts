import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import { ApiError } from '../../../errors/ApiError.js'
import type { ChainSettings } from '../../../nodes/ChainSettings.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import type { GasPrices } from '../../gas/createGasPrices.js'
import { createEvmTransfers } from './evmTransfers.js'
import { createSolanaTransfers } from './solanaTransfers.js'
import type { Transfers } from './Transfers.js'

/** The accounts that pay for sandbox purchases. Throws for a chain that is not on this machine. */
export function createTreasury({
  nodes,
  gasPrices,
  chains,
  treasuryKey,
  solanaTreasuryKey,
}: {
  readonly nodes: Nodes
  readonly gasPrices: GasPrices
  readonly chains: readonly NetworkId[]
  readonly treasuryKey: Hex
  readonly solanaTreasuryKey: Hex | undefined
}): (purchase: { readonly chain: NetworkId }) => Promise<Transfers> {
  for (const chain of chains) checkLocal(nodes.settings(chain))
  if (chains.some(isSolana) && solanaTreasuryKey === undefined) {
    throw new Error('The sandbox checkout needs a solanaTreasuryKey to deliver on Solana.')
  }
  const evm = Promise.resolve(createEvmTransfers({ nodes, gasPrices, treasuryKey }))
  const solana =
    solanaTreasuryKey && createSolanaTransfers({ nodes, treasuryKey: solanaTreasuryKey })
  return async ({ chain }) => {
    const transfers = chains.includes(chain) && (isSolana(chain) ? solana : evm)
    if (transfers) return transfers
    throw new ApiError(503, 'chainId', 'The sandbox no longer delivers on this chain.')
  }
}

const isSolana = (chain: NetworkId) => namespaceOf(chain) === 'solana'

/** The treasury's keys must never be used on a public chain. */
function checkLocal({ id, upstreams }: ChainSettings): void {
  const isHere = upstreams.every((url) =>
    ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname),
  )
  if (isHere) return
  throw new Error(`The sandbox checkout only serves chains on this machine, and ${id} is not.`)
}
