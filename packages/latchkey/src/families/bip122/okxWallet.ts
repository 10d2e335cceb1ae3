import { formatAmount } from '@latchkey/wire/amount'
import { parseSatoshi } from '@latchkey/wire/rpc/bip122'
import type { WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { read } from '../shared/walletFault.js'
import { call, inPageTransport, listen } from './inPageTransport.js'
import { mainnet, signet, testnet } from './references.js'
import { signAndPush, typeOf, withPublicKey } from './signingCalls.js'

const objectNames: Readonly<Record<string, string>> = {
  [mainnet]: 'bitcoin',
  [testnet]: 'bitcoinTestnet',
  [signet]: 'bitcoinSignet',
}

/** OKX: one object per network inside of `okxwallet`. */
export function okxTransport(okxwallet: unknown): WalletTransport {
  const objectOf = (reference: string) => {
    const provider = read(okxwallet, objectNames[reference] ?? '')
    if (!provider) throw new ChainNotSupportedError()
    return provider
  }
  const connect = async (wanted: string) => {
    const account = await call(objectOf(wanted), 'connect')
    return { network: wanted, addresses: [account] }
  }
  const listenTo = (event: string, listener: (data: unknown, reference: string) => void) => {
    const stops = Object.entries(objectNames).map(([reference, name]) =>
      listen(read(okxwallet, name), event, (data) => listener(data, reference)),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }
  let place = mainnet

  return inPageTransport(
    {
      async connect(wanted) {
        // Networks it has no object for are reached from its main one, or not at all.
        place = objectNames[wanted] ? wanted : mainnet
        return connect(place)
      },
      async switchNetwork(wanted) {
        const readState = await connect(wanted)
        place = wanted
        return readState
      },
      async resume(wanted) {
        try {
          const provider = objectOf(wanted)
          const addresses = await call(provider, 'getAccounts')
          const publicKey = await call(provider, 'getPublicKey').catch(() => undefined)
          place = wanted
          return { network: wanted, addresses: withPublicKey(addresses, publicKey) }
        } catch {
          return { network: wanted, addresses: [] }
        }
      },
      signMessage: async ({ message, protocol }, network) => ({
        signature: await call(objectOf(network), 'signMessage', message, ...typeOf(protocol)),
      }),
      signPsbt: async (psbt, network) => signAndPush(objectOf(network), psbt),
      async sendTransfer({ account, recipientAddress, amount }, network) {
        const satoshi = parseSatoshi(amount)
        if (satoshi === undefined) throw new InvalidRequestError('parameters')
        const transfer = { from: account, to: recipientAddress, value: formatAmount(satoshi, 8) }
        return { txid: read(await call(objectOf(network), 'send', transfer), 'txhash') }
      },
      on(event, listener) {
        // Its user does not move between networks: the site does, by asking another object.
        if (event === 'network') return () => {}
        const name = event === 'accounts' ? 'accountChanged' : 'disconnect'
        return listenTo(name, (data, reference) => {
          if (reference !== place) return
          listener(event === 'accounts' ? (data === null ? [] : [data]) : data)
        })
      },
      leave: async () => call(objectOf(place), 'disconnect'),
    },
    read(okxwallet, 'bitcoin'),
  )
}
