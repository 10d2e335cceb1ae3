import type { InPageDesk } from '../families/sampleFamily.js'
import { type BitcoinKeys, bitcoinChains } from './keys.js'
import { createBitcoinPage } from './page.js'

const names = ['Mainnet', 'Testnet', 'Signet']

/** Appears as Xverse does: sats-connect's `request`, listed in `btc_providers`. */
export function injectSats(page: Window, desk: InPageDesk, keys: BitcoinKeys): void {
  const place = createBitcoinPage(desk, keys)
  const listeners = new Set<{ eventName: string; cb: (event: unknown) => void }>()
  const network = () => ({
    bitcoin: { name: names[bitcoinChains.indexOf(place.chain())] },
  })
  const account = () => ({
    addresses: place.visible().map(({ address, publicKey, purpose }) => ({
      address,
      publicKey: Array.from(publicKey, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      purpose: purpose === 'ordinal' ? 'ordinals' : purpose,
    })),
    network: network(),
  })
  const emit = (type: string, data: object) => {
    for (const { eventName, cb } of listeners) if (eventName === type) cb({ type, ...data })
  }
  let last = place.chain()
  place.onChange(() => {
    const hasMoved = last !== place.chain()
    last = place.chain()
    if (hasMoved) return emit('networkChange', { ...network(), ...account() })
    if (place.visible().length === 0) return emit('disconnect', {})
    emit('accountChange', account())
  })

  const answers: Readonly<Record<string, (params: Record<string, unknown>) => unknown>> = {
    async wallet_connect() {
      await place.connect()
      return account()
    },
    wallet_getAccount() {
      if (place.visible().length === 0) throw { code: -32002, message: 'Access denied.' }
      return account()
    },
    wallet_getNetwork: network,
    wallet_disconnect: () => desk.disconnect(),
    wallet_changeNetwork({ name }) {
      const chain = bitcoinChains[names.indexOf(String(name))]
      if (!chain) throw { code: -32602, message: 'Unknown network.' }
      place.move(chain)
      return null
    },
    signMessage: ({ address, message, protocol }) =>
      place.request('signMessage', {
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
      return place.request('signPsbt', params)
    },
    sendTransfer({ recipients }) {
      const [first] = recipients as { address: string; amount: number }[]
      return place.request('sendTransfer', {
        account: place.visible()[0]?.address,
        recipientAddress: first?.address,
        amount: String(first?.amount),
      })
    },
  }

  const provider = {
    async request(method: string, params: Record<string, unknown> | null) {
      const answer = answers[method]
      const id = crypto.randomUUID()
      try {
        if (!answer) throw { code: -32601, message: 'Method not found.' }
        return { jsonrpc: '2.0', id, result: await answer(params ?? {}) }
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
  const { name, icon } = desk
  Object.assign(page, { XverseProviders: { BitcoinProvider: provider } })
  const list = { id: 'XverseProviders.BitcoinProvider', name, icon }
  Object.assign(page, { btc_providers: [list] })
}
