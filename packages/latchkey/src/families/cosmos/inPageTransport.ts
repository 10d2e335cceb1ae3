import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { AminoDocument, DirectDocument } from '@latchkey/wire/rpc/cosmos'
import { base64 } from '@scure/base'
import type { Site, WalletTransport } from '../../core/family.js'
import { callWallet } from '../callWallet.js'
import { read } from '../walletFault.js'
import { messageOf } from './adr36.js'

/**
 * Reaches a wallet through an object like Keplr's, in the methods of paired wallets and one more:
 * `cosmos_requestAccounts` may ask the visitor, where `cosmos_getAccounts` may not.
 *
 * The object's ways in, `enable` and `getKey`, ask unless the wallet knows the site, and nothing tells
 * beforehand which it will be. So they are called without the visitor's wish only where the visitor left
 * this very wallet connected. Who took the permission back in the wallet meanwhile is asked once more.
 */
export function inPageTransport(
  wallet: unknown,
  { networks, wasConnected = false }: Pick<Site, 'networks' | 'wasConnected'>,
  changeEvent = 'keplr_keystorechange',
): WalletTransport {
  let isKnown = wasConnected
  const enabled = new Set<string>()

  async function accounts(chainId: string): Promise<unknown> {
    if (!enabled.has(chainId)) await callWallet(wallet, 'enable', chainId)
    enabled.add(chainId)
    isKnown = true
    const key = await callWallet(wallet, 'getKey', chainId)
    return [
      {
        algo: read(key, 'algo'),
        address: read(key, 'bech32Address'),
        pubkey: toBase64(read(key, 'pubKey')),
      },
    ]
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
    const message = messageOf(document)
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
          return isKnown ? accounts(chainId) : []
        case 'cosmos_signDirect':
          return signDirect(chainId, signer, document as DirectDocument)
        case 'cosmos_signAmino':
          return signAmino(chainId, signer, document as AminoDocument)
        default:
          throw { code: 4200, message: `${method} is not supported` }
      }
    },
    on(event, listener) {
      if (event !== 'accounts') return () => {}
      const changed = () => listener(undefined)
      window.addEventListener(changeEvent, changed)
      return () => window.removeEventListener(changeEvent, changed)
    },
    /** Gives back the permission for the site's chains, to wallets that take it. */
    async close() {
      isKnown = false
      enabled.clear()
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
