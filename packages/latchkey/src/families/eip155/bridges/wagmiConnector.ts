import { type Address, type Chain, SwitchChainError, UserRejectedRequestError } from 'viem'
import { ModalClosedError, NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { NetworkNotFoundError } from '../../../core/runtime/errors/network.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import {
  EstimateGasError,
  ProviderUndefinedError,
  SignMessageError,
} from '../../../core/runtime/errors/wagmi.js'
import * as limits from '../../../core/runtime/limits.js'
import { ProviderRpcError } from '../ProviderRpcError.js'
import {
  type BridgedWidget,
  createFollowingProvider,
  type EvmState,
  getConnectedState,
  getEvmState,
  watchEvm,
} from './bridgedWidget.js'
import type { WagmiConnectorConfig, WagmiEmitter } from './wagmi.js'

export const connectorType = 'latchkey'

/**
 * The one connector through which wagmi mirrors the widget, for `connectors` of wagmi's `createConfig`.
 * It stands for any wallet the visitor chooses in the modal. Works with wagmi 2 and 3.
 */
export function latchkeyConnector(latchkey: BridgedWidget) {
  return ({ chains, emitter }: WagmiConnectorConfig) => {
    const provider = createFollowingProvider(latchkey, {
      missing: () => new ProviderUndefinedError(),
      explain: toWagmiError,
    })
    /** wagmi is disconnecting and updates its own state. */
    let isLeaving = false

    /** wagmi listens to `disconnect` while our connector counts as connected. */
    const isHeld = () => emitter.listenerCount('disconnect') > 0
    const mirror = () => emitState(emitter, getEvmState(latchkey), isHeld())

    async function moveTo(chainId: number): Promise<void> {
      try {
        const network = { id: chainId, caipNetworkId: `eip155:${chainId}` } as const
        await latchkey.switchNetwork(network)
      } catch (error) {
        throw isWidgetError(error, 'connection/user-rejected')
          ? new UserRejectedRequestError(error)
          : new SwitchChainError(error as Error)
      }
    }

    return {
      id: 'latchkey',
      name: 'Latchkey',
      type: connectorType,

      async setup(): Promise<void> {
        watchEvm(latchkey, () => {
          if (!isLeaving) mirror()
        })
      },

      async connect<withCapabilities extends boolean = false>({
        chainId,
        isReconnecting,
        withCapabilities,
      }: {
        chainId?: number | undefined
        isReconnecting?: boolean | undefined
        withCapabilities?: withCapabilities | boolean | undefined
      } = {}) {
        await latchkey.ready()
        const isThere = getEvmState(latchkey).status === 'connected'
        if (!isThere && isReconnecting) throw new NotConnectedError()
        if (chainId !== undefined) await moveTo(chainId)
        if (!isThere) await connectVisitor(latchkey)
        const { addresses, chainId: connectedChainId } = getConnectedState(latchkey)
        const accounts = withCapabilities
          ? addresses.map((address) => ({ address, capabilities: {} }))
          : addresses
        return {
          chainId: connectedChainId,
          accounts: accounts as withCapabilities extends true
            ? readonly { address: Address; capabilities: Record<string, unknown> }[]
            : readonly Address[],
        }
      },

      async disconnect(): Promise<void> {
        isLeaving = true
        try {
          await latchkey.disconnect('eip155')
        } catch (error) {
          // The wallet did not respond, but the connection has ended on this side.
          mirror()
          throw error
        } finally {
          isLeaving = false
        }
      },

      getAccounts: async (): Promise<readonly Address[]> => getConnectedState(latchkey).addresses,
      getChainId: async (): Promise<number> => getConnectedState(latchkey).chainId,
      getProvider: async () => provider,

      /**
       * Called when a page loads: waits until the widget has reconnected, and never prompts a wallet.
       */
      async isAuthorized(): Promise<boolean> {
        await latchkey.ready()
        return getEvmState(latchkey).status === 'connected'
      },

      async switchChain({ chainId }: { chainId: number }): Promise<Chain> {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new SwitchChainError(new NetworkNotFoundError(`eip155:${chainId}`))
        await moveTo(chainId)
        return chain
      },

      // The widget listens to its wallet; `mirror` reports the result.
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}

/** wagmi treats a closed modal as a user rejection. */
async function connectVisitor(latchkey: BridgedWidget): Promise<void> {
  try {
    await connectThroughModal(latchkey)
  } catch (error) {
    throw isWidgetError(error, 'connection/modal-closed')
      ? new UserRejectedRequestError(error)
      : error
  }
}

const failures: Readonly<Record<string, new (options: { cause: unknown }) => Error>> = {
  personal_sign: SignMessageError,
  eth_signTypedData_v4: SignMessageError,
  eth_estimateGas: EstimateGasError,
}
const refused = 4001

/** Names the wagmi action that failed (specification §8). A user rejection stays unchanged. */
function toWagmiError(method: string, error: ProviderRpcError): ProviderRpcError {
  const Failure = failures[method]
  if (!Failure || error.code === refused) return error
  const { code, message, data, cause = error } = error
  return new ProviderRpcError(code, message, { cause: new Failure({ cause }), data })
}

/** Opens the modal; resolves when an EVM wallet is connected, rejects when the visitor closes it. */
async function connectThroughModal(latchkey: BridgedWidget): Promise<void> {
  const isConnected = () => getEvmState(latchkey).status === 'connected'
  // An embedded modal is never closed, so the wait needs a timeout.
  const enough = AbortSignal.timeout(limits.frameScreenWait)
  await latchkey.open({ view: 'Connect', namespace: 'eip155' })
  const stops: (() => void)[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(new ModalClosedError())
      enough.addEventListener('abort', giveUp)
      // Subscribing reports the current value: what happened since `open` counts too.
      stops.push(
        latchkey.subscribeAccount(() => isConnected() && resolve(), 'eip155'),
        latchkey.subscribeState(({ open }) => open || isConnected() || giveUp()),
      )
    })
  } finally {
    for (const stop of stops) stop()
  }
}

/** Reports the widget's state to wagmi. `isHeld`: wagmi counts our connector as connected. */
export function emitState(
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
