import { formatAmount } from '@latchkey/wire/amount'
import { parseSatoshi } from '@latchkey/wire/rpc/bip122'
import type { WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { readProperty } from '../shared/walletError.js'
import { call, inPageTransport, listen } from './inPageTransport.js'
import { mainnet, signet, testnet } from './networkIds.js'
import { signAndPush, toSignatureType, withPublicKey } from './unisatCalls.js'

const objectNames: Readonly<Record<string, string>> = {
  [mainnet]: 'bitcoin',
  [testnet]: 'bitcoinTestnet',
  [signet]: 'bitcoinSignet',
}

/** OKX: `okxwallet` has one object per network. */
export function okxTransport(okxwallet: unknown): WalletTransport {
  const objectOf = (reference: string) => {
    const provider = readProperty(okxwallet, objectNames[reference] ?? '')
    if (!provider) throw new ChainNotSupportedError()
    return provider
  }
  const connect = async (target: string) => {
    const account = await call(objectOf(target), 'connect')
    return { network: target, addresses: [account] }
  }
  const listenTo = (event: string, listener: (data: unknown, reference: string) => void) => {
    const stops = Object.entries(objectNames).map(([reference, name]) =>
      listen(readProperty(okxwallet, name), event, (data) => listener(data, reference)),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }
  let activeReference = mainnet

  return inPageTransport(
    {
      async connect(target) {
        // A network without an object falls back to the main one.
        activeReference = objectNames[target] ? target : mainnet
        return connect(activeReference)
      },
      async switchNetwork(target) {
        const readState = await connect(target)
        activeReference = target
        return readState
      },
      async resume(target) {
        try {
          const provider = objectOf(target)
          const addresses = await call(provider, 'getAccounts')
          const publicKey = await call(provider, 'getPublicKey').catch(() => undefined)
          activeReference = target
          return { network: target, addresses: withPublicKey(addresses, publicKey) }
        } catch {
          return { network: target, addresses: [] }
        }
      },
      signMessage: async ({ message, protocol }, network) => ({
        signature: await call(
          objectOf(network),
          'signMessage',
          message,
          ...toSignatureType(protocol),
        ),
      }),
      signPsbt: async (psbt, network) => signAndPush(objectOf(network), psbt),
      async sendTransfer({ account, recipientAddress, amount }, network) {
        const satoshi = parseSatoshi(amount)
        if (satoshi === undefined) throw new InvalidRequestError('parameters')
        const transfer = { from: account, to: recipientAddress, value: formatAmount(satoshi, 8) }
        return { txid: readProperty(await call(objectOf(network), 'send', transfer), 'txhash') }
      },
      on(event, listener) {
        // Only the site switches networks, by using another object.
        if (event === 'network') return () => {}
        const name = event === 'accounts' ? 'accountChanged' : 'disconnect'
        return listenTo(name, (data, reference) => {
          if (reference !== activeReference) return
          listener(event === 'accounts' ? (data === null ? [] : [data]) : data)
        })
      },
      disconnect: async () => call(objectOf(activeReference), 'disconnect'),
    },
    readProperty(okxwallet, 'bitcoin'),
  )
}
