import { parseAccounts, parseBytes } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { readProperty } from '../shared/walletError.js'
import { callWallet, parseOrUndefined } from '../shared/walletRequest.js'

/**
 * Reaches a wallet through its entry in `window.injectedWeb3`, in the methods of paired wallets and two
 * more: `polkadot_requestAccounts`, which may ask the visitor, and `polkadot_getAccounts`, which may not.
 *
 * The registry's only way in is `enable`. It asks unless the wallet knows the site, and nothing tells
 * beforehand which it will be. So a page that is opened again takes the accounts from memory, and enters
 * with the first signature the visitor wants.
 */
export function inPageTransport(
  wallet: unknown,
  { metadata, storage }: Pick<Site, 'metadata' | 'storage'>,
  id: string,
): WalletTransport {
  const cache = createSnapshotCache(storage, { id, namespace: 'polkadot' })
  let entering: Promise<unknown> | undefined
  let enabled: unknown
  /** Listen to the wallet as soon as it lets the site in. */
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

  /** Where the page only remembered the wallet. One that does not let it in any more is gone. */
  async function sign(method: string, request: unknown, signal?: AbortSignal): Promise<unknown> {
    try {
      await enter()
    } catch (error) {
      for (const tell of disconnectListeners) tell()
      throw error
    }
    // It may have told by now that the account is no longer the site's.
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
          // Wallets guess whether text is meant as bytes, so they always get bytes.
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
        const tell = () => listener(undefined)
        disconnectListeners.add(tell)
        return () => disconnectListeners.delete(tell)
      }
      let isHeard = true
      let subscription: Promise<unknown> | undefined
      const listen = () => {
        // Some wallets are slow to give the way to stop them; one without working events tells us nothing.
        subscription = callWallet(
          readProperty(enabled, 'accounts'),
          'subscribe',
          (data: unknown) => {
            if (!isHeard) return
            remember(data)
            listener(data)
          },
        ).catch(() => undefined)
      }
      if (enabled === undefined) waiting.add(listen)
      else listen()
      return () => {
        isHeard = false
        waiting.delete(listen)
        subscription
          ?.then((stop) => typeof stop === 'function' && stop())
          // The listener's owner is gone either way.
          .catch(() => undefined)
      }
    },
    /** Wallets of this registry cannot be told; what can be forgotten is forgotten here. */
    async close() {
      enabled = undefined
      cache.clear()
    },
  }
}
