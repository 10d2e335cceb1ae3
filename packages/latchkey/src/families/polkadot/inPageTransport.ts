import { parseBytes } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Site, WalletTransport } from '../../core/family.js'
import { callWallet } from '../callWallet.js'
import { read } from '../walletFault.js'

/**
 * Reaches a wallet through its entry in `window.injectedWeb3`, in the methods of paired wallets and two
 * more: `polkadot_requestAccounts`, which may ask the visitor, and `polkadot_getAccounts`, which may not.
 *
 * The registry's only way in is `enable`. It asks unless the wallet knows the site, and nothing tells
 * beforehand which it will be. So it is called without the visitor's wish only where the visitor left
 * this very wallet connected. Who took the permission back in the wallet meanwhile is asked once more.
 */
export function inPageTransport(
  wallet: unknown,
  { metadata, wasConnected = false }: Pick<Site, 'metadata' | 'wasConnected'>,
): WalletTransport {
  let isKnown = wasConnected
  let enabled: unknown

  async function accounts(): Promise<unknown> {
    enabled ??= await callWallet(wallet, 'enable', metadata.name)
    isKnown = true
    return callWallet(read(enabled, 'accounts'), 'get')
  }

  return {
    provider: wallet,
    async request({ method, params }) {
      const signer = read(enabled, 'signer')
      switch (method) {
        case 'polkadot_requestAccounts':
          return accounts()
        case 'polkadot_getAccounts':
          return isKnown ? accounts() : []
        case 'polkadot_signMessage': {
          const { address, message } = params as { address: string; message: string }
          // Wallets guess whether text is meant as bytes, so they always get bytes.
          const data = parseBytes(message) ?? `0x${bytesToHex(utf8ToBytes(message))}`
          return callWallet(signer, 'signRaw', { address, data, type: 'bytes' })
        }
        case 'polkadot_signTransaction':
          return callWallet(signer, 'signPayload', read(params, 'transactionPayload'))
        default:
          throw { code: 4200, message: `${method} is not supported` }
      }
    },
    on(event, listener) {
      if (event !== 'accounts') return () => {}
      let isHeard = true
      // Some wallets are slow to give the way to stop them; one without working events tells us nothing.
      const subscription = callWallet(read(enabled, 'accounts'), 'subscribe', (data: unknown) => {
        if (isHeard) listener(data)
      }).catch(() => undefined)
      return () => {
        isHeard = false
        subscription
          .then((stop) => typeof stop === 'function' && stop())
          // The listener's owner is gone either way.
          .catch(() => undefined)
      }
    },
    /** Wallets of this registry cannot be told; what can be forgotten is forgotten here. */
    async close() {
      isKnown = false
      enabled = undefined
    },
  }
}
