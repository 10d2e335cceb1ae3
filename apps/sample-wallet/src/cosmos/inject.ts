import { isRecord } from '@latchkey/wire/json'
import { base64 } from '@scure/base'
import type { PageWallet } from '../families/sampleFamily.js'
import { messageDocument } from './documents.js'
import type { CosmosKey } from './keys.js'

type Direct = { signed: Record<string, string>; signature: unknown }

/**
 * Puts an object like Keplr's into the page: under the wallet's own name, and in Keplr's place when
 * that is free, as wallets of this family do.
 */
export function injectKeplr(
  page: Window,
  pageWallet: PageWallet,
  keyOf: (account: number) => CosmosKey,
): void {
  const caip = (chainId: string) => `cosmos:${chainId}`
  const keplr = {
    version: '0.12.0',
    mode: 'extension',
    async enable(chainIds: string | readonly string[]) {
      for (const chainId of [chainIds].flat()) await pageWallet.connect(caip(chainId))
    },
    async disable() {
      pageWallet.disconnect()
    },
    async getKey(chainId: string) {
      // Like Keplr's, this asks by itself where `enable` was left out.
      await pageWallet.connect(caip(chainId))
      const [index = 0] = pageWallet.accounts()
      const { publicKey, address } = keyOf(index)
      return {
        name: `Account ${index + 1}`,
        algo: 'secp256k1',
        pubKey: publicKey,
        bech32Address: address(caip(chainId)),
        isNanoLedger: false,
      }
    },
    signAmino: (chainId: string, signerAddress: string, signDoc: unknown) =>
      pageWallet.request('cosmos_signAmino', { signerAddress, signDoc }, caip(chainId)),
    async signDirect(chainId: string, signerAddress: string, document: Record<string, unknown>) {
      const signDoc = {
        chainId: document.chainId,
        accountNumber: String(document.accountNumber),
        bodyBytes: base64.encode(document.bodyBytes as Uint8Array),
        authInfoBytes: base64.encode(document.authInfoBytes as Uint8Array),
      }
      const answer = await pageWallet.request(
        'cosmos_signDirect',
        { signerAddress, signDoc },
        caip(chainId),
      )
      if (!isRecord(answer)) return answer
      const { signed, signature } = answer as Direct
      return {
        signature,
        signed: {
          chainId: signed.chainId,
          accountNumber: BigInt(signed.accountNumber ?? 0),
          bodyBytes: base64.decode(signed.bodyBytes ?? ''),
          authInfoBytes: base64.decode(signed.authInfoBytes ?? ''),
        },
      }
    },
    async signArbitrary(chainId: string, signer: string, data: string | Uint8Array) {
      const answer = await keplr.signAmino(chainId, signer, messageDocument(signer, data))
      return isRecord(answer) ? answer.signature : answer
    },
  }
  const globals = page as unknown as Record<string, unknown>
  globals.keplr ??= keplr
  globals[pageWallet.name.toLowerCase().replace(/[^a-z0-9]/g, '')] = { keplr }
  const changed = () => page.dispatchEvent(new Event('keplr_keystorechange'))
  pageWallet.on('accounts', changed)
  pageWallet.on('disconnect', changed)
}
