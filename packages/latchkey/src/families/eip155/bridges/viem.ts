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

/** A viem client that signs and sends with the account and network on screen. */
export type LatchkeyWalletClient = WalletClient<CustomTransport, Chain, JsonRpcAccount>
/** A viem client that reads the network on screen. */
export type LatchkeyPublicClient = PublicClient<FallbackTransport, Chain>

/** Both clients, as far as there are any. */
export type ViemClients = {
  /** Undefined while nothing is connected, or the wallet is on a network the site did not ask for. */
  readonly walletClient: LatchkeyWalletClient | undefined
  /** Undefined only on a network the site did not ask for. */
  readonly publicClient: LatchkeyPublicClient | undefined
}

/** viem, following the widget. */
export type ViemBridge = {
  /**
   * Signs and sends with the account and network the widget shows. The same object until one of them
   * changes. Throws `NotConnectedError`, or `NetworkNotFoundError` on a network the site did not ask for.
   */
  getWalletClient(): LatchkeyWalletClient
  /** Reads the network the widget shows, from the site's own nodes, connected or not. */
  getPublicClient(): LatchkeyPublicClient
  /** Both, without throwing. The same object until something changes, as React's stores want it. */
  getClients(): ViemClients
  /** Calls back when account or network have changed. */
  subscribe(listener: (clients: ViemClients) => void): () => void
}

/** What `createViemBridge` takes. */
export type ViemBridgeParameters = {
  readonly latchkey: BridgedWidget
  /** viem's own descriptions of the site's networks, for contracts (multicall), fees and formats. */
  readonly chains?: readonly Chain[] | undefined
}

/** Hands the site viem clients that follow the widget. */
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
