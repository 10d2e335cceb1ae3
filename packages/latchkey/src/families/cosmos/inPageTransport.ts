import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { type AminoDocument, type DirectDocument, parseAccounts } from '@latchkey/wire/rpc/cosmos'
import { base64 } from '@scure/base'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { callWallet, parseOrUndefined } from '../shared/askWallet.js'
import { read } from '../shared/walletFault.js'
import { createSnapshotCache } from '../shared/walletMemory.js'
import { parseMessageDocument } from './adr36.js'

/**
 * Reaches a wallet through an object like Keplr's, in the methods of paired wallets and one more:
 * `cosmos_requestAccounts` may ask the visitor, where `cosmos_getAccounts` may not.
 *
 * The object's ways in, `enable` and `getKey`, ask unless the wallet is open and knows the site, and
 * nothing tells beforehand which it will be. So a page that is opened again takes the account from memory,
 * until the visitor wants a signature or the wallet says that something has changed.
 */
export function inPageTransport(
  wallet: unknown,
  { networks, storage }: Pick<Site, 'networks' | 'storage'>,
  {
    id,
    changeEvent = 'keplr_keystorechange',
  }: { readonly id: string; readonly changeEvent?: string | undefined },
): WalletTransport {
  const memory = createSnapshotCache(storage, { id, namespace: 'cosmos' })
  const enabled = new Set<string>()
  let isAsleep = true
  const changed = new Set<() => void>()
  const gone = new Set<() => void>()

  async function accounts(chainId: string): Promise<readonly [Record<string, unknown>]> {
    isAsleep = false
    if (!enabled.has(chainId)) await callWallet(wallet, 'enable', chainId)
    enabled.add(chainId)
    const key = await callWallet(wallet, 'getKey', chainId)
    const told = [
      {
        algo: read(key, 'algo'),
        address: read(key, 'bech32Address'),
        pubkey: toBase64(read(key, 'pubKey')),
      },
    ] as const
    if (parseOrUndefined(parseAccounts, told)) memory.keep({ chainId, told })
    return told
  }

  function remembered(chainId: string): unknown {
    const kept = memory.recall()
    return read(kept, 'chainId') === chainId ? read(kept, 'told') : []
  }

  /** Where the page only remembered the wallet, it may have shut the site out, or be on another account. */
  async function enter(chainId: string, signer: string): Promise<void> {
    if (enabled.has(chainId)) return
    const [{ address }] = await accounts(chainId).catch((error: unknown) => {
      for (const tell of gone) tell()
      throw error
    })
    if (address === signer) return
    for (const tell of changed) tell()
    throw { code: 4100, message: 'The wallet is on another account' }
  }

  async function signDirect(chainId: string, signer: string, document: DirectDocument) {
    const answer = await callWallet(wallet, 'signDirect', chainId, signer, {
      chainId: document.chainId,
      accountNumber: BigInt(document.accountNumber),
      bodyBytes: base64.decode(document.bodyBytes),
      authInfoBytes: base64.decode(document.authInfoBytes),
    })
    const signed = read(answer, 'signed')
    return {
      signature: read(answer, 'signature'),
      signed: {
        chainId: read(signed, 'chainId'),
        // A number of some library, which all of them can write.
        accountNumber: String(read(signed, 'accountNumber')),
        bodyBytes: toBase64(read(signed, 'bodyBytes')),
        authInfoBytes: toBase64(read(signed, 'authInfoBytes')),
      },
    }
  }

  /** A message has a method of its own, which shows it as one. */
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
      const signer = read(params, 'signerAddress') as string
      const document = read(params, 'signDoc')
      switch (method) {
        case 'cosmos_requestAccounts':
          return accounts(chainId)
        case 'cosmos_getAccounts':
          return isAsleep ? remembered(chainId) : accounts(chainId)
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
      const tell = () => listener(undefined)
      if (event === 'disconnect') {
        gone.add(tell)
        return () => gone.delete(tell)
      }
      /** The wallet has woken up by itself, and can be asked what it means. */
      const wake = () => {
        isAsleep = false
        tell()
      }
      changed.add(tell)
      window.addEventListener(changeEvent, wake)
      return () => {
        changed.delete(tell)
        window.removeEventListener(changeEvent, wake)
      }
    },
    /** Gives back the permission for the site's chains, to wallets that take it. */
    async close() {
      isAsleep = true
      enabled.clear()
      memory.forget()
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

/** Bytes as wallets hand them over; anything else stays what it is, for the parser to refuse. */
function toBase64(bytes: unknown): unknown {
  return bytes instanceof Uint8Array ? base64.encode(bytes) : undefined
}
