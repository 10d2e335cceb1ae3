import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { type AminoDocument, type DirectDocument, parseAccounts } from '@latchkey/wire/rpc/cosmos'
import { base64 } from '@scure/base'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { readProperty } from '../shared/walletError.js'
import { callWallet, parseOrUndefined } from '../shared/walletRequest.js'
import { parseMessageDocument } from './adr36.js'

/**
 * Serves the methods of paired wallets from a Keplr-style object, plus `cosmos_requestAccounts`, which
 * may prompt the visitor; `cosmos_getAccounts` never does.
 *
 * `enable` and `getKey` may prompt, and there is no way to know in advance. So a reloaded page uses the
 * cached account until the visitor signs or the wallet sends an event.
 */
export function inPageTransport(
  wallet: unknown,
  { networks, storage }: Pick<Site, 'networks' | 'storage'>,
  {
    id,
    changeEvent = 'keplr_keystorechange',
  }: { readonly id: string; readonly changeEvent?: string | undefined },
): WalletTransport {
  const cache = createSnapshotCache(storage, { id, namespace: 'cosmos' })
  const enabled = new Set<string>()
  let isIdle = true
  const changeListeners = new Set<() => void>()
  const disconnectListeners = new Set<() => void>()

  async function accounts(chainId: string): Promise<readonly [Record<string, unknown>]> {
    isIdle = false
    if (!enabled.has(chainId)) await callWallet(wallet, 'enable', chainId)
    enabled.add(chainId)
    const key = await callWallet(wallet, 'getKey', chainId)
    const reported = [
      {
        algo: readProperty(key, 'algo'),
        address: readProperty(key, 'bech32Address'),
        pubkey: toBase64(readProperty(key, 'pubKey')),
      },
    ] as const
    if (parseOrUndefined(parseAccounts, reported)) cache.write({ chainId, accounts: reported })
    return reported
  }

  function remembered(chainId: string): unknown {
    const kept = cache.read()
    return readProperty(kept, 'chainId') === chainId ? readProperty(kept, 'accounts') : []
  }

  /**
   * After a reload the account comes from the cache: the wallet may have revoked access or switched.
   */
  async function enter(chainId: string, signer: string): Promise<void> {
    if (enabled.has(chainId)) return
    const [{ address }] = await accounts(chainId).catch((error: unknown) => {
      for (const notify of disconnectListeners) notify()
      throw error
    })
    if (address === signer) return
    for (const notify of changeListeners) notify()
    throw { code: 4100, message: 'The wallet is on another account' }
  }

  async function signDirect(chainId: string, signer: string, document: DirectDocument) {
    const response = await callWallet(wallet, 'signDirect', chainId, signer, {
      chainId: document.chainId,
      accountNumber: BigInt(document.accountNumber),
      bodyBytes: base64.decode(document.bodyBytes),
      authInfoBytes: base64.decode(document.authInfoBytes),
    })
    const signed = readProperty(response, 'signed')
    return {
      signature: readProperty(response, 'signature'),
      signed: {
        chainId: readProperty(signed, 'chainId'),
        // A number type of some library; all of them convert to text.
        accountNumber: String(readProperty(signed, 'accountNumber')),
        bodyBytes: toBase64(readProperty(signed, 'bodyBytes')),
        authInfoBytes: toBase64(readProperty(signed, 'authInfoBytes')),
      },
    }
  }

  /** Messages have their own method, so that the wallet shows them as messages. */
  async function signAmino(chainId: string, signer: string, document: AminoDocument) {
    const message = parseMessageDocument(document)
    return message === undefined
      ? callWallet(wallet, 'signAmino', chainId, signer, document)
      : {
          signature: await callWallet(wallet, 'signArbitrary', chainId, signer, message),
          signed: document,
        }
  }

  return {
    provider: wallet,
    async request({ method, params, network }) {
      const chainId = referenceOf(network as NetworkId)
      const signer = readProperty(params, 'signerAddress') as string
      const document = readProperty(params, 'signDoc')
      switch (method) {
        case 'cosmos_requestAccounts':
          return accounts(chainId)
        case 'cosmos_getAccounts':
          return isIdle ? remembered(chainId) : accounts(chainId)
        case 'cosmos_signDirect':
          await enter(chainId, signer)
          return signDirect(chainId, signer, document as DirectDocument)
        case 'cosmos_signAmino':
          await enter(chainId, signer)
          return signAmino(chainId, signer, document as AminoDocument)
        default:
          throw { code: 4200, message: `${method} is not supported` }
      }
    },
    on(event, listener) {
      if (event === 'network') return () => {}
      const notify = () => listener(undefined)
      if (event === 'disconnect') {
        disconnectListeners.add(notify)
        return () => disconnectListeners.delete(notify)
      }
      /** The wallet sent an event, so it is unlocked and can be read. */
      const wake = () => {
        isIdle = false
        notify()
      }
      changeListeners.add(notify)
      window.addEventListener(changeEvent, wake)
      return () => {
        changeListeners.delete(notify)
        window.removeEventListener(changeEvent, wake)
      }
    },
    /** Revokes the permission for the site's chains, where the wallet supports it. */
    async close() {
      isIdle = true
      enabled.clear()
      cache.clear()
      try {
        await callWallet(
          wallet,
          'disable',
          networks.map(({ reference }) => reference),
        )
      } catch {
        return
      }
    },
  }
}

/** Encodes bytes; other values are unchanged, and the parser rejects them. */
function toBase64(bytes: unknown): unknown {
  return bytes instanceof Uint8Array ? base64.encode(bytes) : undefined
}
