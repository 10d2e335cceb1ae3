import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress, parseChainId } from '@latchkey/wire/rpc/eip155'
import * as limits from '../../core/runtime/limits.js'
import type { EvmConnection } from './session.js'

/** Whether the wallet makes atomic batches with the active account and network. Never rejects. */
export async function canBatch(connection: EvmConnection, signal: AbortSignal): Promise<boolean> {
  const atomic = await readCapability(connection, 'atomic', signal)
  return atomic?.status === 'supported'
}

/** The tokens in which the active account can pay fees, on the active network. Never rejects. */
export async function readFeeTokens(
  connection: EvmConnection,
  signal: AbortSignal,
): Promise<readonly Hex[]> {
  const fees = await readCapability(connection, 'tokenFees', signal)
  const tokens = fees?.supported === true && Array.isArray(fees.tokens) ? fees.tokens : []
  return tokens.map(parseAddress).filter((token) => token !== undefined)
}

/** EIP-5792. */
async function readCapability(
  connection: EvmConnection,
  name: string,
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  const chainId = connection.checkChain(undefined)
  try {
    return await connection.request({
      method: 'wallet_getCapabilities',
      params: [connection.state().active.address, [chainId]],
      timeout: limits.walletSilentWait,
      signal,
      parse: (response) => findCapability(response, chainId, name),
    })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Empty if the wallet does not name it. */
function findCapability(response: unknown, chainId: Hex, name: string): Record<string, unknown> {
  if (!isRecord(response)) return {}
  const found = Object.entries(response)
    .filter(([id]) => parseChainId(id) === parseChainId(chainId))
    .map(([, capabilities]) => isRecord(capabilities) && capabilities[name])
  return found.find(isRecord) ?? {}
}
