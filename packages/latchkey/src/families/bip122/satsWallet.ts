import type { WalletTransport } from '../../core/connection/family.js'
import { read, readFault } from '../shared/walletFault.js'
import { askSats } from './askSats.js'
import { type BitcoinWallet, call, inPageTransport } from './inPageTransport.js'
import { type NetworkNames, nameOf, referenceFrom } from './networkNames.js'
import { mainnet, signet, testnet, testnet4 } from './references.js'
import { satoshiAsNumber } from './satoshiAsNumber.js'

const names: NetworkNames = {
  [mainnet]: ['Mainnet'],
  [testnet]: ['Testnet'],
  [testnet4]: ['Testnet4'],
  [signet]: ['Signet'],
}

const purposes = ['payment', 'ordinals']
const unknownMethodCodes = ['-32601', '-32001']

/** Xverse and other wallets that speak sats-connect: `request(method, params)`. */
export function satsTransport(provider: unknown): WalletTransport {
  const ask = (method: string, params: unknown = null) => askSats(provider, method, params)

  const readNetwork = async (told: unknown, wanted: string) => {
    const name = read(read(told, 'bitcoin'), 'name')
    if (name !== undefined) return referenceFrom(name, names)
    try {
      return referenceFrom(read(read(await ask('wallet_getNetwork'), 'bitcoin'), 'name'), names)
    } catch {
      // Wallets that do not tell were asked for this one.
      return wanted
    }
  }
  const presence = async (answer: unknown, wanted: string) => ({
    network: await readNetwork(read(answer, 'network'), wanted),
    addresses: read(answer, 'addresses'),
  })
  /** What the site may see without anybody being asked. */
  const resume = async (wanted: string) => {
    try {
      return await presence(await ask('wallet_getAccount'), wanted)
    } catch {
      return { network: wanted, addresses: [] }
    }
  }

  const wallet: BitcoinWallet = {
    resume,
    async connect(wanted) {
      const network = names[wanted]?.[0]
      try {
        const answer = await ask('wallet_connect', {
          addresses: purposes,
          ...(network !== undefined && { network }),
        })
        return await presence(answer, wanted)
      } catch (error) {
        if (!unknownMethodCodes.includes(readFault(error).code)) throw error
        return presence(await ask('getAddresses', { purposes }), wanted)
      }
    },
    async switchNetwork(wanted) {
      await ask('wallet_changeNetwork', { name: nameOf(wanted, names) })
      return resume(wanted)
    },
    signMessage: ({ address, message, protocol }) =>
      ask('signMessage', {
        address,
        message,
        ...(protocol && { protocol: protocol.toUpperCase() }),
      }),
    signPsbt({ psbt, signInputs, broadcast }) {
      const indexes: Record<string, readonly number[]> = {}
      for (const { address, index } of signInputs) {
        indexes[address] = [...(indexes[address] ?? []), index]
      }
      return ask('signPsbt', { psbt, signInputs: indexes, broadcast })
    },
    async sendTransfer({ recipientAddress, amount }) {
      const recipient = { address: recipientAddress, amount: satoshiAsNumber(amount) }
      return ask('sendTransfer', { recipients: [recipient] })
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
          const network = referenceFrom(read(read(data, 'bitcoin'), 'name'), names)
          listener({ network, addresses: read(data, 'addresses') })
        })
      }
      return listen(provider, 'accountChange', (data) => {
        const addresses = read(data, 'addresses')
        // Addresses are told only of accounts the site has been let in to.
        if (addresses !== undefined) return listener(addresses)
        void resume('').then((now) => listener(now.addresses))
      })
    },
    leave: () => ask('wallet_disconnect'),
  }
  return inPageTransport(wallet, provider)
}

/** Listening answers with the way to stop. */
function listen(provider: unknown, eventName: string, cb: (event: unknown) => void): () => void {
  const stop = call(provider, 'addListener', { eventName, cb }).catch(() => undefined)
  return () => {
    void stop.then((end) => (typeof end === 'function' ? end() : undefined)).catch(() => undefined)
  }
}
