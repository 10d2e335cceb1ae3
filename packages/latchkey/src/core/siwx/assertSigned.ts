import { namespaceOf } from '@latchkey/wire/caip'
import { getNetworkById } from '../network/store.js'
import { NodeError } from '../runtime/errors/network.js'
import { WrongSignerError } from '../runtime/errors/wallet.js'
import type { Widget } from '../widget.js'
import type { SiwxSession } from './siwx.js'

/** Throws unless the account of a session signed it. A contract is asked through the site's nodes. */
export async function assertSigned(
  { families, stores, signal }: Widget,
  { data, message, signature }: SiwxSession,
): Promise<void> {
  const { accountAddress: address, chainId: networkId } = data
  const adapter = await families.get(namespaceOf(networkId))?.loadAdapter()
  const network = getNetworkById(stores.network.get(), networkId)
  const signed = { message, signature, address, networkId, network, signal }
  const outcome = await adapter?.verifyMessage(signed)
  if (outcome === 'unknown') throw new NodeError()
  if (outcome !== 'valid') throw new WrongSignerError()
}
