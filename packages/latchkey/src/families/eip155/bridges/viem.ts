import {
  type Chain,
  type CustomTransport,
  createPublicClient,
  createWalletClient,
  custom,
  type FallbackTransport,
  type JsonRpcAccount,
  type PublicClient,
  type WalletClient,
} from 'viem'
import * as limits from '../../../core/runtime/limits.js'
import {
  type BridgedWidget,
  createFollowingProvider,
  getConnectedState,
  getEvmState,
  getNetwork,
  watchEvm,
} from './bridgedWidget.js'
import { toChain, toTransport } from './viemChains.js'

/** A viem client that signs and sends with the active account on the active network. */
export type LatchkeyWalletClient = WalletClient<CustomTransport, Chain, JsonRpcAccount>
/** A viem client that reads the active network. */
export type LatchkeyPublicClient = PublicClient<FallbackTransport, Chain>

/** Both clients, where available. */
export type ViemClients = {
  /**
   * Undefined while nothing is connected, or while the wallet is on a network the site does not have.
   */
  readonly walletClient: LatchkeyWalletClient | undefined
  /** Undefined only on a network the site does not have. */
  readonly publicClient: LatchkeyPublicClient | undefined
}

/** viem clients for the widget's connection. */
export type ViemBridge = {
  /**
   * Signs and sends with the active account on the active network. The same object until one of them
   * changes. Throws `NotConnectedError`, or `NetworkNotFoundError` on a network the site does not have.
   */
  getWalletClient(): LatchkeyWalletClient
  /** Reads the active network through the site's nodes, connected or not. */
  getPublicClient(): LatchkeyPublicClient
  /** Both, without throwing. The same object until something changes, as React stores require. */
  getClients(): ViemClients
  /** Calls the listener when account or network change. */
  subscribe(listener: (clients: ViemClients) => void): () => void
}

/** Parameters of `createViemBridge`. */
export type ViemBridgeParameters = {
  readonly latchkey: BridgedWidget
  /** viem's definitions of the site's networks, for contracts (multicall), fees and formatters. */
  readonly chains?: readonly Chain[] | undefined
}

/** Creates viem clients that follow the widget's connection. */
export function createViemBridge({ latchkey, chains }: ViemBridgeParameters): ViemBridge {
  const transport = custom(createFollowingProvider(latchkey), { retryCount: 0 })
  const readers = new Map<string, LatchkeyPublicClient>()
  let signing: { readonly key: string; readonly client: LatchkeyWalletClient } | undefined
  let both: ViemClients = { walletClient: undefined, publicClient: undefined }

  function getWalletClient(): LatchkeyWalletClient {
    const { account, chainId } = getConnectedState(latchkey)
    const network = getNetwork(latchkey, chainId)
    const key = `${network.id}:${account}`
    if (signing?.key !== key) {
      const chain = toChain(network, chains)
      signing = { key, client: createWalletClient({ account, chain, transport }) }
    }
    return signing.client
  }

  function getPublicClient(): LatchkeyPublicClient {
    const network = getNetwork(latchkey, getEvmState(latchkey).chainId)
    const reader =
      readers.get(network.id) ??
      createPublicClient({
        chain: toChain(network, chains),
        transport: toTransport(network),
        pollingInterval: limits.nodePolling,
        batch: { multicall: true },
      })
    readers.set(network.id, reader)
    return reader
  }

  function getClients(): ViemClients {
    const walletClient = orUndefined(getWalletClient)
    const publicClient = orUndefined(getPublicClient)
    if (walletClient !== both.walletClient || publicClient !== both.publicClient) {
      both = { walletClient, publicClient }
    }
    return both
  }

  return {
    getWalletClient,
    getPublicClient,
    getClients,
    subscribe(listener) {
      let last = getClients()
      return watchEvm(latchkey, () => {
        const now = getClients()
        if (now === last) return
        last = now
        listener(now)
      })
    },
  }
}

function orUndefined<value>(get: () => value): value | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}
