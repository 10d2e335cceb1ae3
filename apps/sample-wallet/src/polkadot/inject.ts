import { isRecord } from '@latchkey/wire/json'
import { RpcError } from '../chain/rpcError.js'
import type { PageWallet } from '../families/sampleFamily.js'
import { encodeAddress, type PolkadotKey, polkadotChains } from './keys.js'

/** Wallets list addresses for any network, and sites use any prefix. */
const anyNetwork = 42
const [main = ''] = Object.keys(polkadotChains)

/** Registers in `injectedWeb3`, as Polkadot extensions do. */
export function injectWeb3(
  page: Window,
  pageWallet: PageWallet,
  keyOf: (account: number) => PolkadotKey,
): void {
  const accounts = () =>
    pageWallet.accounts().map((index) => ({
      address: encodeAddress(keyOf(index).publicKey, anyNetwork),
      name: `Account ${index + 1}`,
      type: 'sr25519',
      genesisHash: null,
    }))
  let count = 0
  const numbered = (answer: unknown) => {
    count += 1
    return isRecord(answer) ? { id: count, ...answer } : answer
  }
  const injected = {
    accounts: {
      get: async () => accounts(),
      subscribe(listener: (accounts: unknown) => void) {
        let isOn = true
        const notify = () => {
          if (isOn) listener(accounts())
        }
        pageWallet.on('accounts', notify)
        pageWallet.on('disconnect', notify)
        notify()
        return () => {
          isOn = false
        }
      },
    },
    signer: {
      async signRaw({ address, data, type }: Record<string, unknown>) {
        if (type !== 'bytes') throw RpcError.invalidParams('Only messages are signed raw.')
        return numbered(
          await pageWallet.request('polkadot_signMessage', { address, message: data }, main),
        )
      },
      async signPayload(payload: Record<string, unknown>) {
        const params = { address: payload.address, transactionPayload: payload }
        return numbered(
          await pageWallet.request('polkadot_signTransaction', params, chainOf(payload)),
        )
      },
    },
  }
  const globals = page as unknown as { injectedWeb3?: Record<string, unknown> }
  globals.injectedWeb3 ??= {}
  globals.injectedWeb3[pageWallet.name] = {
    version: '1.0.0',
    enable: async () => {
      await pageWallet.connect(main)
      return injected
    },
  }
}

function chainOf({ genesisHash }: Record<string, unknown>): string {
  return `polkadot:${String(genesisHash).slice(2, 34)}`
}
