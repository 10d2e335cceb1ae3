import { parseAccounts, parseBytes } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { readProperty } from '../shared/walletError.js'
import { callWallet, parseOrUndefined } from '../shared/walletRequest.js'

/**
 * Serves the methods of paired wallets from an entry in `window.injectedWeb3`, plus
 * `polkadot_requestAccounts`, which may prompt, and `polkadot_getAccounts`, which never does.
 *
 * `enable` may prompt, and there is no way to know in advance. So a reloaded page uses the cached
 * accounts and calls `enable` with the first signature.
 */
export function inPageTransport(
  wallet: unknown,
  { metadata, storage }: Pick<Site, 'metadata' | 'storage'>,
  id: string,
): WalletTransport {
  const cache = createSnapshotCache(storage, { id, namespace: 'polkadot' })
  let entering: Promise<unknown> | undefined
  let enabled: unknown
  /** Subscriptions that start once the wallet is enabled. */
  const waiting = new Set<() => void>()
  const disconnectListeners = new Set<() => void>()

  async function enter(): Promise<void> {
    if (enabled !== undefined) return
    entering ??= callWallet(wallet, 'enable', metadata.name)
    try {
      enabled = await entering
    } finally {
      entering = undefined
    }
    for (const listen of waiting) listen()
    waiting.clear()
  }

  async function accounts(): Promise<unknown> {
    await enter()
    const reported = await callWallet(readProperty(enabled, 'accounts'), 'get')
    remember(reported)
    return reported
  }

  function remember(reported: unknown): void {
    if (parseOrUndefined(parseAccounts, reported)) cache.write(reported)
  }

  /** After a reload the wallet is not enabled yet. If it rejects the site now, the connection ends. */
  async function sign(method: string, request: unknown, signal?: AbortSignal): Promise<unknown> {
    try {
      await enter()
    } catch (error) {
      for (const notify of disconnectListeners) notify()
      throw error
    }
    // Enabling may have reported that the account is gone.
    signal?.throwIfAborted()
    return callWallet(readProperty(enabled, 'signer'), method, request)
  }

  return {
    provider: wallet,
    async request({ method, params }, signal) {
      switch (method) {
        case 'polkadot_requestAccounts':
          return accounts()
        case 'polkadot_getAccounts':
          return enabled === undefined ? (cache.read() ?? []) : accounts()
        case 'polkadot_signMessage': {
          const { address, message } = params as { address: string; message: string }
          // Wallets guess whether text is hex, so always send bytes.
          const data = parseBytes(message) ?? `0x${bytesToHex(utf8ToBytes(message))}`
          return sign('signRaw', { address, data, type: 'bytes' }, signal)
        }
        case 'polkadot_signTransaction':
          return sign('signPayload', readProperty(params, 'transactionPayload'), signal)
        default:
          throw { code: 4200, message: `${method} is not supported` }
      }
    },
    on(event, listener) {
      if (event === 'network') return () => {}
      if (event === 'disconnect') {
        const notify = () => listener(undefined)
        disconnectListeners.add(notify)
        return () => disconnectListeners.delete(notify)
      }
      let isSubscribed = true
      let subscription: Promise<unknown> | undefined
      const listen = () => {
        // Some wallets return the unsubscribe function late, and some have no working events.
        subscription = callWallet(
          readProperty(enabled, 'accounts'),
          'subscribe',
          (data: unknown) => {
            if (!isSubscribed) return
            remember(data)
            listener(data)
          },
        ).catch(() => undefined)
      }
      if (enabled === undefined) waiting.add(listen)
      else listen()
      return () => {
        isSubscribed = false
        waiting.delete(listen)
        subscription
          ?.then((stop) => typeof stop === 'function' && stop())
          // The listener is gone in any case.
          .catch(() => undefined)
      }
    },
    /** These wallets have no way to disconnect, so only the cache is cleared. */
    async close() {
      enabled = undefined
      cache.clear()
    },
  }
}
