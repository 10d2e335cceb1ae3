import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { ProviderRpcError, toProviderRpcError } from '../ProviderRpcError.js'
import { createProvider, type Provider } from '../provider.js'
import type { BridgedWidget } from './bridgedWidget.js'
import { watchEvm } from './evmState.js'

export type FollowingOptions = {
  /** What is thrown while nothing is connected. */
  readonly missing?: (() => Error) | undefined
  /** A request failed: says it in the bridge's own terms. */
  readonly explain?: ((method: string, error: ProviderRpcError) => ProviderRpcError) | undefined
}

/**
 * An EIP-1193 object that outlives connections: whatever wallet the widget is connected to answers.
 * Chain libraries may keep it, and never hold a wallet the visitor has left.
 */
export function createFollowingProvider(
  latchkey: BridgedWidget,
  {
    missing = () => new NotConnectedError(),
    explain = (_method, error) => error,
  }: FollowingOptions = {},
): Provider {
  const { provider, emit } = createProvider(async (method, params) => {
    const live = latchkey.getProvider('eip155') as Provider | undefined
    if (!live) {
      const cause = missing()
      throw new ProviderRpcError(4900, cause.message, { cause })
    }
    try {
      return await live.request({ method, params })
    } catch (error) {
      throw explain(method, error instanceof ProviderRpcError ? error : toProviderRpcError(error))
    }
  })
  watchEvm(latchkey, (now, before) => {
    if (now.status === 'connecting') return
    if (before.addresses.join() !== now.addresses.join()) {
      emit('accountsChanged', now.addresses)
    }
    if (now.chainId !== undefined && now.chainId !== before.chainId) {
      emit('chainChanged', toQuantity(BigInt(now.chainId)))
    }
    if (before.status === 'connected' && now.status === 'disconnected') {
      emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected'))
    }
  })
  return provider
}
