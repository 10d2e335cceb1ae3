import { type AccountId, type NetworkId, parseAccountId, referenceOf } from '@latchkey/wire/caip'
import { type Hex, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Account } from '../../../core/connection/family.js'
import type { Network } from '../../../core/network/network.js'
import { NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { NetworkNotFoundError } from '../../../core/runtime/errors/network.js'
import { ProviderRpcError, toProviderRpcError } from '../ProviderRpcError.js'
import { createProvider, type Provider } from '../provider.js'

/** The widget's EVM state in the terms of chain libraries. */
export type EvmState = {
  readonly status: 'connecting' | 'connected' | 'disconnected'
  /** The active one first; empty unless connected. */
  readonly addresses: readonly Hex[]
  /** The wallet's chain while connected, even if it is not one of the site's networks. */
  readonly chainId: number | undefined
}

export function getEvmState(latchkey: BridgedWidget): EvmState {
  const { status, address, allAccounts, caipAddress } = latchkey.getAccount('eip155')
  const others = allAccounts.filter((account) => account.address !== address)
  const addresses = address === undefined ? [] : [address, ...others.map((one) => one.address)]
  const networkId = parseAccountId(caipAddress)?.networkId ?? latchkey.getCaipNetwork('eip155')?.id
  return {
    status,
    addresses: addresses as Hex[],
    chainId: networkId && toChainId(referenceOf(networkId)),
  }
}

/** The active account and chain. Throws `NotConnectedError` when there is none. */
export function getConnectedState(latchkey: BridgedWidget) {
  const { addresses, chainId } = getEvmState(latchkey)
  const [account] = addresses
  if (account === undefined || chainId === undefined) throw new NotConnectedError()
  return { account, addresses, chainId }
}

/** Calls the listener when accounts, network or status change. */
export function watchEvm(
  latchkey: BridgedWidget,
  listener: (now: EvmState, before: EvmState) => void,
): () => void {
  let before = getEvmState(latchkey)
  const look = () => {
    const now = getEvmState(latchkey)
    const previous = before
    before = now
    if (JSON.stringify(now) !== JSON.stringify(previous)) listener(now, previous)
  }
  const stops = [latchkey.subscribeAccount(look, 'eip155'), latchkey.subscribeNetwork(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The widget's network with that chain id. */
export function getNetwork(latchkey: BridgedWidget, chainId: number | undefined): Network {
  const network = latchkey
    .getCaipNetworks('eip155')
    .find(({ reference }) => reference === `${chainId}`)
  if (!network) throw new NetworkNotFoundError(`eip155:${chainId}`)
  return network
}

/** Chain libraries use numbers for chain ids. */
export function toChainId(reference: string): number {
  return +reference
}

type FollowingOptions = {
  /** The error to throw while nothing is connected. */
  readonly missing?: (() => Error) | undefined
  /** Converts the error of a failed request for the bridge's library. */
  readonly explain?: ((method: string, error: ProviderRpcError) => ProviderRpcError) | undefined
}

/**
 * An EIP-1193 provider that outlives connections: the connected wallet serves its requests. Chain
 * libraries may keep it without holding on to a disconnected wallet.
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

type EvmAccount = {
  readonly allAccounts: readonly Account[]
  readonly address: string | undefined
  readonly caipAddress: AccountId | undefined
  readonly status: 'connecting' | 'connected' | 'disconnected'
}

/** The part of `createLatchkey`'s result that bridges need. */
export type BridgedWidget = {
  ready(): Promise<void>
  open(options: { readonly view: 'Connect'; readonly namespace: 'eip155' }): Promise<void>
  disconnect(namespace: 'eip155'): Promise<void>
  switchNetwork(network: { readonly id: number; readonly caipNetworkId: NetworkId }): Promise<void>
  getState(): { readonly open: boolean }
  getAccount(namespace: 'eip155'): EvmAccount
  getProvider(namespace: 'eip155'): unknown
  getCaipNetwork(namespace: 'eip155'): Network | undefined
  getCaipNetworks(namespace: 'eip155'): readonly Network[]
  subscribeState(listener: (state: { readonly open: boolean }) => void): () => void
  subscribeAccount(listener: () => void, namespace: 'eip155'): () => void
  subscribeNetwork(listener: () => void): () => void
}
