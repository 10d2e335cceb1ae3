import { createStore, type Store } from '../runtime/createStore.js'

/**
 * The offer a wallet can scan.
 *
 *     idle ──startPairing──▶ preparing ──▶ waiting ──approved──▶ idle
 *                                ▲            ├──rejected──▶ declined ──try again──▶ preparing
 *                                └──expiring──┘──failed──▶ failed ──try again──▶ preparing
 */
export type PairingState = {
  readonly phase: 'idle' | 'preparing' | 'waiting' | 'declined' | 'failed'
  readonly uri: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined
  /** The relay has the offer, so the page may be left for the wallet. */
  readonly isPublished: boolean
  readonly error: Error | undefined
  readonly isRelayReachable: boolean
}

export function createPairingStore(): Store<PairingState> {
  return createStore<PairingState>({
    phase: 'idle',
    uri: undefined,
    expiresAt: undefined,
    isPublished: false,
    error: undefined,
    isRelayReachable: true,
  })
}
