import { type Namespace, type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { FrameUser } from '@latchkey/wire/frame/events'
import type { AccountType, WalletTransport } from '../../core/connection/family.js'
import { guardRequest } from '../../core/login/actions/guardRequest.js'
import type { LoginConnector } from '../../core/login/login.js'
import { getPreferredNetwork } from '../../core/network/network.js'
import { getPublicRpcUrl } from '../../core/network/networkUrls.js'
import { getNetworkById } from '../../core/network/store.js'
import {
  FrameClosedError,
  FrameError,
  RequestAbortedError,
} from '../../core/runtime/errors/login.js'
import { LoadError } from '../../core/runtime/errors/WidgetError.js'
import * as limits from '../../core/runtime/limits.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import type { Widget } from '../../core/widget.js'

export type LoginTransport = WalletTransport & {
  refresh(signal: AbortSignal): Promise<void>
  /** Calls the disconnect listeners: the session is over. */
  hangUp(): void
}

type Known = { readonly user: FrameUser; readonly networkId: NetworkId }

/** The embedded wallet's account of one chain family as a transport. */
export function createLoginTransport({
  widget,
  namespace,
  request,
  signOut,
  onUser,
  onLate,
}: {
  readonly widget: Widget
  readonly namespace: Namespace
  readonly request: LoginConnector['request']
  readonly signOut: () => Promise<void>
  readonly onUser: (user: FrameUser, networkId: NetworkId) => void
  readonly onLate: NonNullable<WalletTransport['onLate']>
}): LoginTransport {
  const listeners = {
    accounts: new Set<(data: unknown) => void>(),
    network: new Set<(data: unknown) => void>(),
    disconnect: new Set<(data: unknown) => void>(),
  }
  let known: Known | undefined
  const getNetworkId = () => known?.networkId ?? getPreferredNetwork(widget, namespace).id

  function notify(event: keyof typeof listeners, data: unknown) {
    for (const listener of [...listeners[event]]) listener(data)
  }

  const detailsOf = (id: NetworkId) => {
    const rpcUrl = getPublicRpcUrl(getNetworkById(widget.stores.network.get(), id))
    return { chainId: id, ...(rpcUrl !== undefined && { rpcUrl }) }
  }

  /** Reads the user on a network. The address can differ by network. */
  async function readUser(networkId: NetworkId, signal?: AbortSignal): Promise<FrameUser> {
    const user = await request('GET_USER', detailsOf(networkId), { signal })
    const before = known
    known = { user, networkId }
    onUser(user, networkId)
    if (before && before.networkId !== networkId) notify('network', networkId)
    if (before && before.user.address !== user.address) notify('accounts', accountsOf(user))
    return user
  }

  const accountsOf = ({ address }: FrameUser) =>
    namespace === 'solana' ? [{ pubkey: address }] : [address]

  async function switchTo(params: unknown, signal: AbortSignal | undefined): Promise<null> {
    const [wanted] = Array.isArray(params) ? params : []
    const { networks } = widget.stores.network.get()
    const target = networks.find(
      (network) =>
        network.namespace === namespace &&
        BigInt(network.reference) === toNumber(Object(wanted).chainId),
    )
    // EIP-1193's code for an unknown chain.
    if (!target) throw fault(4902, 'Unrecognized chain')
    try {
      await request('SWITCH_NETWORK', detailsOf(target.id), { signal })
    } catch (error) {
      signal?.throwIfAborted()
      // Every request names its network, so reading the account there is enough.
      widget.ports.log.warn('The embedded wallet did not switch its network', error)
    }
    await readUser(target.id, signal)
    return null
  }

  async function forward(
    method: string,
    params: unknown,
    networkId: NetworkId,
    signal: AbortSignal,
  ): Promise<unknown> {
    const reference = referenceOf(networkId)
    const payload = {
      method,
      ...(params !== undefined && { params: hexValues(params) }),
      chainNamespace: namespace,
      ...detailsOf(networkId),
      chainId: namespace === 'eip155' ? Number(reference) : reference,
    }
    try {
      return await request('RPC_REQUEST', payload, { signal })
    } catch (error) {
      throw error instanceof FrameError ? toWalletError(error) : error
    }
  }

  function cancel(): Promise<unknown> {
    const options = { limit: limits.framePolling, late: () => new FrameClosedError() }
    return withTimeout(widget.ports.clock, options, (signal) =>
      request('RPC_ABORT', undefined, { signal }),
    )
  }

  return {
    onLate,
    async request({ method, params, network }, signal) {
      switch (method) {
        case 'eth_requestAccounts':
        case 'eth_accounts':
        case 'solana_requestAccounts':
        case 'solana_getAccounts':
          return accountsOf(await readUser(getNetworkId(), signal))
        case 'eth_chainId':
          return `0x${BigInt(referenceOf(getNetworkId())).toString(16)}`
        case 'wallet_switchEthereumChain':
          return switchTo(params, signal)
        case 'wallet_addEthereumChain':
          throw fault(4902, 'Unrecognized chain')
        default:
          return guardRequest(widget, {
            method,
            namespace,
            signal,
            run: async (stop) => {
              const target = network ?? getNetworkId()
              if (namespace !== 'solana') return forward(method, params, target, stop)
              const { toFrame, fromFrame } = await loadDialect()
              return fromFrame(await forward(method, toFrame(method, params), target, stop))
            },
            cancel,
          })
      }
    },
    on(event, listener) {
      listeners[event].add(listener)
      return () => listeners[event].delete(listener)
    },
    accountType: (address) => typeOf(known?.user, address),
    async refresh(signal) {
      if (known) await readUser(known.networkId, signal)
    },
    hangUp() {
      known = undefined
      notify('disconnect', undefined)
    },
    close() {
      known = undefined
      return signOut()
    },
  }
}

/** The frame has its own encoding for Solana requests. */
async function loadDialect() {
  try {
    return await import('./solanaRequests.js')
  } catch (cause) {
    throw new LoadError({ cause })
  }
}

/** The account type the frame reports; `eoa` by default. */
export function typeOf(user: FrameUser | undefined, address: string): AccountType {
  const isSameAddress = (one: string) => one.toLowerCase() === address.toLowerCase()
  const listed = user?.accounts?.find((account) => isSameAddress(account.address))?.type
  if (listed) return listed
  return (user && isSameAddress(user.address) && user.preferredAccountType) || 'eoa'
}

/** Converts a failed request to the errors of in-page wallets, which families handle. */
function toWalletError(error: FrameError): Error {
  if (error.code === 'login/aborted') return new RequestAbortedError()
  const codes: Readonly<Record<string, number>> = { 'login/rejected': 4001, 'login/busy': -32_002 }
  const code = error.rpcCode ?? codes[error.code]
  return code === undefined ? error : fault(code, error.message, error)
}

function fault(code: number, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

function toNumber(value: unknown): bigint | undefined {
  try {
    return BigInt(value as string)
  } catch {
    return undefined
  }
}

/** Replaces every bigint by 0x-hex, for JSON-RPC. */
export function hexValues(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
  }
  if (Array.isArray(value)) return value.map(hexValues)
  if (typeof value !== 'object' || value === null) return value
  // Bytes and dates stay unchanged.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hexValues(item)]))
}
