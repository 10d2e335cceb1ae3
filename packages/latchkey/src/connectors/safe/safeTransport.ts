import { parseAddress, parseChainId, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { WalletTransport } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { SafeChannel } from './channel.js'
import { parseSafe, RpcError, rpcErrorCodes, type SafeInfo, toFields } from './hostResponses.js'
import { createSigner } from './signing.js'
import { createSender } from './transactions.js'

/** Access to the Safe around this page. */
export type SafeAccess = {
  readonly channel: SafeChannel
  /**
   * Reads the current Safe. Rejects when the request is for another one: a host can switch the Safe
   * without an event.
   */
  confirm(
    meant: { readonly address?: unknown; readonly chainId?: unknown },
    signal: AbortSignal | undefined,
  ): Promise<SafeInfo>
}

/** Chain reads that the host's node serves. */
const readMethods = /^(eth|net|web3)_(?!sign|subscribe|unsubscribe)/

/** The Safe as an EIP-1193 transport. Its account is a contract on one chain. */
export function safeTransport(channel: SafeChannel, first: SafeInfo): WalletTransport {
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  let known = first

  const notify = (event: string, data: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(data)
  }

  async function readSafe(signal: AbortSignal | undefined): Promise<SafeInfo> {
    const limit = limits.walletSilentWait
    const now = parseSafe(await channel.send('getSafeInfo', undefined, { signal, limit }))
    if (!now) throw new MalformedAnswerError('getSafeInfo')
    const before = known
    known = now
    if (now.address !== before.address) notify('accounts', [now.address])
    if (now.chainId !== before.chainId) notify('network', hexOf(now))
    return now
  }

  const access: SafeAccess = {
    channel,
    async confirm({ address, chainId }, signal) {
      const now = await readSafe(signal)
      if (address !== undefined && parseAddress(address) !== now.address) {
        throw new RpcError(rpcErrorCodes.otherAccount, 'The Safe is another one')
      }
      if (chainId !== undefined && parseChainId(chainId) !== now.chainId) {
        throw new RpcError(rpcErrorCodes.otherChain, 'The Safe is on another chain')
      }
      return now
    },
  }
  const sender = createSender(access)
  const signer = createSigner(access)

  async function request(
    method: string,
    params: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const [first, second] = Array.isArray(params) ? params : []
    const quiet = { signal, limit: limits.walletSilentWait }
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [(await readSafe(signal)).address]
      case 'eth_chainId':
        return hexOf(await readSafe(signal))
      case 'net_version':
        return (await readSafe(signal)).chainId
      case 'personal_sign':
        return signer.signText(first, second, signal)
      case 'eth_sign':
        return signer.signText(second, first, signal)
      case 'eth_signTypedData':
      case 'eth_signTypedData_v3':
      case 'eth_signTypedData_v4':
        return signer.signTyped(second, first, signal)
      case 'eth_sendTransaction':
        return sender.send(first, signal)
      case 'eth_getTransactionByHash':
        return sender.transaction(first, signal)
      case 'eth_getTransactionReceipt':
        return sender.receipt(first, signal)
      case 'wallet_sendCalls':
        return sender.sendCalls(first, signal)
      case 'wallet_getCallsStatus':
        return sender.callsStatus(first, signal)
      case 'wallet_getCapabilities':
        return { [hexOf(await readSafe(signal))]: { atomic: { status: 'supported' } } }
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const { chainId } = await readSafe(signal)
        if (parseChainId(toFields(first).chainId) === chainId) return null
        throw new RpcError(rpcErrorCodes.unknownChain, 'A Safe stays on its chain')
      }
      case 'wallet_getPermissions':
        return channel.send(method, undefined, quiet)
      case 'eth_blockNumber':
        // Hosts support a fixed list of calls, without this one.
        return toFields(await sender.read('eth_getBlockByNumber', ['latest', false], signal)).number
      default:
        if (readMethods.test(method)) return sender.read(method, params, signal)
        throw new RpcError(rpcErrorCodes.unsupportedMethod, `A Safe does not have ${method}`)
    }
  }

  return {
    request: ({ method, params }, signal) => request(method, params, signal),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return () => listeners.get(event)?.delete(listener)
    },
    accountType: () => 'smartAccount',
    proposal: sender.proposal,
    /** Nothing to close: the page stays in the Safe until the user leaves it. */
    close: async () => {},
  }
}

function hexOf({ chainId }: SafeInfo): `0x${string}` {
  return toQuantity(BigInt(chainId))
}
