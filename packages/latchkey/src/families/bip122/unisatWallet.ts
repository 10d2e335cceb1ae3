import type { WalletTransport } from '../../core/connection/family.js'
import { readProperty } from '../shared/walletError.js'
import {
  call,
  inPageTransport,
  listen,
  type NetworkNames,
  toNetworkName,
  toReference,
  toSatoshiNumber,
} from './inPageTransport.js'
import { mainnet, signet, testnet, testnet4 } from './networkIds.js'
import { signAndPush, toSignatureType, withPublicKey } from './unisatCalls.js'

const chains: NetworkNames = {
  [mainnet]: ['BITCOIN_MAINNET'],
  [testnet]: ['BITCOIN_TESTNET'],
  [testnet4]: ['BITCOIN_TESTNET4'],
  [signet]: ['BITCOIN_SIGNET'],
}

/** For wallets that report only the kind of network. */
const kinds: NetworkNames = {
  [mainnet]: ['livenet', 'mainnet'],
  [testnet]: ['testnet'],
  [signet]: ['signet'],
}

/** Unisat, Bitget and Binance share this interface. They list only the selected account. */
export function unisatTransport(provider: unknown): WalletTransport {
  const hasChains = typeof readProperty(provider, 'getChain') === 'function'
  const names = hasChains ? chains : kinds
  const reportedName = (reported: unknown) =>
    hasChains ? (readProperty(reported, 'enum') ?? reported) : reported
  const readNetwork = async () =>
    toReference(reportedName(await call(provider, hasChains ? 'getChain' : 'getNetwork')), names)
  const readState = async (addresses: unknown) => {
    const publicKey = await call(provider, 'getPublicKey').catch(() => undefined)
    return { network: await readNetwork(), addresses: withPublicKey(addresses, publicKey) }
  }
  const events = {
    accounts: 'accountsChanged',
    network: hasChains ? 'chainChanged' : 'networkChanged',
    disconnect: 'disconnect',
  } as const

  return inPageTransport(
    {
      connect: async () => readState(await call(provider, 'requestAccounts')),
      async resume() {
        const addresses = await call(provider, 'getAccounts').catch(() => [])
        return readProperty(addresses, 'length') === 0
          ? { network: mainnet, addresses }
          : readState(addresses)
      },
      async switchNetwork(target) {
        const name = toNetworkName(target, names)
        await call(provider, hasChains ? 'switchChain' : 'switchNetwork', name)
        return readState(await call(provider, 'getAccounts'))
      },
      signMessage: async ({ message, protocol }) => ({
        signature: await call(provider, 'signMessage', message, ...toSignatureType(protocol)),
      }),
      signPsbt: (psbt) => signAndPush(provider, psbt),
      async sendTransfer({ recipientAddress, amount }) {
        const satoshi = toSatoshiNumber(amount)
        return { txid: await call(provider, 'sendBitcoin', recipientAddress, satoshi) }
      },
      on: (event, listener) =>
        listen(provider, events[event], (data) =>
          listener(
            event === 'network' ? { network: toReference(reportedName(data), names) } : data,
          ),
        ),
      disconnect: () => call(provider, 'disconnect'),
    },
    provider,
  )
}
