import type { WalletTransport } from '../../core/connection/family.js'
import { readProperty, readWalletError } from '../shared/walletError.js'
import {
  type BitcoinWallet,
  call,
  inPageTransport,
  type NetworkNames,
  requestSats,
  toNetworkName,
  toReference,
  toSatoshiNumber,
} from './inPageTransport.js'
import { mainnet, signet, testnet, testnet4 } from './networkIds.js'

const names: NetworkNames = {
  [mainnet]: ['Mainnet'],
  [testnet]: ['Testnet'],
  [testnet4]: ['Testnet4'],
  [signet]: ['Signet'],
}

const purposes = ['payment', 'ordinals']
const unknownMethodCodes = ['-32601', '-32001']

/** Xverse and other wallets that support sats-connect: `request(method, params)`. */
export function satsTransport(provider: unknown): WalletTransport {
  const request = (method: string, params: unknown = null) => requestSats(provider, method, params)

  const readNetwork = async (reported: unknown, target: string) => {
    const name = readProperty(readProperty(reported, 'bitcoin'), 'name')
    if (name !== undefined) return toReference(name, names)
    try {
      return toReference(
        readProperty(readProperty(await request('wallet_getNetwork'), 'bitcoin'), 'name'),
        names,
      )
    } catch {
      // A wallet that does not report its network is assumed to be on the requested one.
      return target
    }
  }
  const readState = async (response: unknown, target: string) => ({
    network: await readNetwork(readProperty(response, 'network'), target),
    addresses: readProperty(response, 'addresses'),
  })
  /** Addresses the site may see without a prompt. */
  const resume = async (target: string) => {
    try {
      return await readState(await request('wallet_getAccount'), target)
    } catch {
      return { network: target, addresses: [] }
    }
  }

  const wallet: BitcoinWallet = {
    resume,
    async connect(target) {
      const network = names[target]?.[0]
      try {
        const response = await request('wallet_connect', {
          addresses: purposes,
          ...(network !== undefined && { network }),
        })
        return await readState(response, target)
      } catch (error) {
        if (!unknownMethodCodes.includes(readWalletError(error).code)) throw error
        return readState(await request('getAddresses', { purposes }), target)
      }
    },
    async switchNetwork(target) {
      await request('wallet_changeNetwork', { name: toNetworkName(target, names) })
      return resume(target)
    },
    signMessage: ({ address, message, protocol }) =>
      request('signMessage', {
        address,
        message,
        ...(protocol && { protocol: protocol.toUpperCase() }),
      }),
    signPsbt({ psbt, signInputs, broadcast }) {
      const indexes: Record<string, readonly number[]> = {}
      for (const { address, index } of signInputs) {
        indexes[address] = [...(indexes[address] ?? []), index]
      }
      return request('signPsbt', { psbt, signInputs: indexes, broadcast })
    },
    async sendTransfer({ recipientAddress, amount }) {
      const recipient = { address: recipientAddress, amount: toSatoshiNumber(amount) }
      return request('sendTransfer', { recipients: [recipient] })
    },
    on(event, listener) {
      if (event === 'disconnect') {
        const stops = ['disconnect', 'accountDisconnected'].map((eventName) =>
          listen(provider, eventName, listener),
        )
        return () => {
          for (const stop of stops) stop()
        }
      }
      if (event === 'network') {
        return listen(provider, 'networkChange', (data) => {
          const network = toReference(readProperty(readProperty(data, 'bitcoin'), 'name'), names)
          listener({ network, addresses: readProperty(data, 'addresses') })
        })
      }
      return listen(provider, 'accountChange', (data) => {
        const addresses = readProperty(data, 'addresses')
        // The event lists addresses only for accounts the site has permission for.
        if (addresses !== undefined) return listener(addresses)
        void resume('').then((now) => listener(now.addresses))
      })
    },
    disconnect: () => request('wallet_disconnect'),
  }
  return inPageTransport(wallet, provider)
}

/** Returns a function that stops listening. */
function listen(provider: unknown, eventName: string, cb: (event: unknown) => void): () => void {
  const stop = call(provider, 'addListener', { eventName, cb }).catch(() => undefined)
  return () => {
    void stop.then((end) => (typeof end === 'function' ? end() : undefined)).catch(() => undefined)
  }
}
