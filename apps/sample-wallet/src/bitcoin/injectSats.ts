import type { PageWallet } from '../families/sampleFamily.js'
import { type BitcoinKeys, bitcoinChains } from './keys.js'
import { createBitcoinPage } from './page.js'

const names = ['Mainnet', 'Testnet', 'Signet']

/** Appears like Xverse: sats-connect's `request`, listed in `btc_providers`. */
export function injectSats(page: Window, pageWallet: PageWallet, keys: BitcoinKeys): void {
  const endpoint = createBitcoinPage(pageWallet, keys)
  const listeners = new Set<{ eventName: string; cb: (event: unknown) => void }>()
  const network = () => ({
    bitcoin: { name: names[bitcoinChains.indexOf(endpoint.chain())] },
  })
  const account = () => ({
    addresses: endpoint.visible().map(({ address, publicKey, purpose }) => ({
      address,
      publicKey: Array.from(publicKey, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      purpose: purpose === 'ordinal' ? 'ordinals' : purpose,
    })),
    network: network(),
  })
  const emit = (type: string, data: object) => {
    for (const { eventName, cb } of listeners) if (eventName === type) cb({ type, ...data })
  }
  let last = endpoint.chain()
  endpoint.onChange(() => {
    const hasMoved = last !== endpoint.chain()
    last = endpoint.chain()
    if (hasMoved) return emit('networkChange', { ...network(), ...account() })
    if (endpoint.visible().length === 0) return emit('disconnect', {})
    emit('accountChange', account())
  })

  const handlers: Readonly<Record<string, (params: Record<string, unknown>) => unknown>> = {
    async wallet_connect() {
      await endpoint.connect()
      return account()
    },
    wallet_getAccount() {
      if (endpoint.visible().length === 0) throw { code: -32002, message: 'Access denied.' }
      return account()
    },
    wallet_getNetwork: network,
    wallet_disconnect: () => pageWallet.disconnect(),
    wallet_changeNetwork({ name }) {
      const chain = bitcoinChains[names.indexOf(String(name))]
      if (!chain) throw { code: -32602, message: 'Unknown network.' }
      endpoint.move(chain)
      return null
    },
    signMessage: ({ address, message, protocol }) =>
      endpoint.request('signMessage', {
        account: address,
        address,
        message,
        ...(typeof protocol === 'string' && { protocol: protocol.toLowerCase() }),
      }),
    signPsbt({ psbt, signInputs, broadcast }) {
      const inputs = Object.entries(signInputs as Record<string, number[]>).flatMap(
        ([address, indexes]) => indexes.map((index) => ({ address, index })),
      )
      const params = { account: inputs[0]?.address, psbt, signInputs: inputs, broadcast }
      return endpoint.request('signPsbt', params)
    },
    sendTransfer({ recipients }) {
      const [first] = recipients as { address: string; amount: number }[]
      return endpoint.request('sendTransfer', {
        account: endpoint.visible()[0]?.address,
        recipientAddress: first?.address,
        amount: String(first?.amount),
      })
    },
  }

  const provider = {
    async request(method: string, params: Record<string, unknown> | null) {
      const handler = handlers[method]
      const id = crypto.randomUUID()
      try {
        if (!handler) throw { code: -32601, message: 'Method not found.' }
        return { jsonrpc: '2.0', id, result: await handler(params ?? {}) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { jsonrpc: '2.0', id, error: { code: code === 4001 ? -32000 : code, message } }
      }
    },
    addListener(listener: { eventName: string; cb: (event: unknown) => void }) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const { name, icon } = pageWallet
  Object.assign(page, { XverseProviders: { BitcoinProvider: provider } })
  const list = { id: 'XverseProviders.BitcoinProvider', name, icon }
  Object.assign(page, { btc_providers: [list] })
}
