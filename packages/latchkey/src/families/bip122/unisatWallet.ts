import type { WalletTransport } from '../../core/connection/family.js'
import { read } from '../shared/walletFault.js'
import { call, inPageTransport, listen } from './inPageTransport.js'
import { type NetworkNames, nameOf, referenceFrom } from './networkNames.js'
import { mainnet, signet, testnet, testnet4 } from './references.js'
import { satoshiAsNumber } from './satoshiAsNumber.js'
import { signAndPush, typeOf, withKey } from './signingCalls.js'

const chains: NetworkNames = {
  [mainnet]: ['BITCOIN_MAINNET'],
  [testnet]: ['BITCOIN_TESTNET'],
  [testnet4]: ['BITCOIN_TESTNET4'],
  [signet]: ['BITCOIN_SIGNET'],
}

/** Of wallets that know no more than what kind of network they are on. */
const kinds: NetworkNames = {
  [mainnet]: ['livenet', 'mainnet'],
  [testnet]: ['testnet'],
  [signet]: ['signet'],
}

/** Unisat, and Bitget and Binance with the same interface. They show the selected account only. */
export function unisatTransport(provider: unknown): WalletTransport {
  const hasChains = typeof read(provider, 'getChain') === 'function'
  const names = hasChains ? chains : kinds
  const toldName = (told: unknown) => (hasChains ? (read(told, 'enum') ?? told) : told)
  const readNetwork = async () =>
    referenceFrom(toldName(await call(provider, hasChains ? 'getChain' : 'getNetwork')), names)
  const presence = async (addresses: unknown) => {
    const publicKey = await call(provider, 'getPublicKey').catch(() => undefined)
    return { network: await readNetwork(), addresses: withKey(addresses, publicKey) }
  }
  const events = {
    accounts: 'accountsChanged',
    network: hasChains ? 'chainChanged' : 'networkChanged',
    disconnect: 'disconnect',
  } as const

  return inPageTransport(
    {
      connect: async () => presence(await call(provider, 'requestAccounts')),
      async resume() {
        const addresses = await call(provider, 'getAccounts').catch(() => [])
        return read(addresses, 'length') === 0
          ? { network: mainnet, addresses }
          : presence(addresses)
      },
      async switchNetwork(wanted) {
        const name = nameOf(wanted, names)
        await call(provider, hasChains ? 'switchChain' : 'switchNetwork', name)
        return presence(await call(provider, 'getAccounts'))
      },
      signMessage: async ({ message, protocol }) => ({
        signature: await call(provider, 'signMessage', message, ...typeOf(protocol)),
      }),
      signPsbt: (psbt) => signAndPush(provider, psbt),
      async sendTransfer({ recipientAddress, amount }) {
        const satoshi = satoshiAsNumber(amount)
        return { txid: await call(provider, 'sendBitcoin', recipientAddress, satoshi) }
      },
      on: (event, listener) =>
        listen(provider, events[event], (data) =>
          listener(event === 'network' ? { network: referenceFrom(toldName(data), names) } : data),
        ),
      leave: () => call(provider, 'disconnect'),
    },
    provider,
  )
}
