import type { EvmState } from './evmState.js'
import type { WagmiEmitter } from './wagmiShapes.js'

/** Tells wagmi where the widget stands; `isHeld` when wagmi counts our connector as connected. */
export function tellWagmi(
  emitter: WagmiEmitter,
  { status, addresses, chainId }: EvmState,
  isHeld: boolean,
): void {
  if (status === 'connected' && chainId !== undefined) {
    const data = { accounts: addresses, chainId }
    if (isHeld) emitter.emit('change', data)
    else emitter.emit('connect', data)
  } else if (status === 'disconnected' && isHeld) {
    emitter.emit('disconnect')
  }
}
