import type { Address, Chain } from 'viem'

/**
 * The parts of wagmi that the bridge touches, the same in wagmi 2 and 3. Written down here so that
 * neither has to be installed, and both fit.
 */

export type WagmiEmitter = {
  emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'change', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'disconnect'): void
  listenerCount(event: 'disconnect'): number
}

/** What wagmi gives a connector. */
export type WagmiConnectorConfig = {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: WagmiEmitter
}

export type WagmiState = {
  readonly chainId: number
  readonly connections: ReadonlyMap<
    string,
    { readonly accounts: readonly string[]; readonly chainId: number }
  >
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting'
}

/** wagmi's config, as `createConfig` gives it. */
export type WagmiConfig = {
  readonly chains: readonly { readonly id: number }[]
  readonly connectors: readonly {
    readonly type: string
    readonly uid: string
    readonly emitter: WagmiEmitter
  }[]
  readonly state: WagmiState
  // biome-ignore lint/suspicious/noExplicitAny: wagmi ties this to the chains of the site's config.
  setState(change: (state: any) => any): void
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  subscribe(selector: (state: any) => unknown, listener: () => void): () => void
}
