import type { InputToSign, ListedAddress, MessageProtocol } from '@latchkey/wire/rpc/bip122'
import { createSiteEvents } from '../shared/siteEvents.js'

/** Events of a `BitcoinProvider`. */
export type BitcoinProviderEvents = {
  /** The addresses of the connection, the active one first. */
  accountsChanged: readonly string[]
  /** The CAIP-2 id of the network. */
  chainChanged: string
  disconnect: undefined
}

/** The provider a site gets while a Bitcoin wallet is connected. It belongs to one connection. */
export type BitcoinProvider = {
  /** The wallet's addresses with their details, payment addresses first. */
  getAccountAddresses(): Promise<readonly ListedAddress[]>
  /**
   * Returns a verified base64 signature: 65 bytes of ECDSA, or a BIP-322 witness. Without a protocol
   * the wallet chooses; without an address the active account signs.
   */
  signMessage(call: {
    readonly message: string
    readonly address?: string | undefined
    readonly protocol?: MessageProtocol | undefined
  }): Promise<string>
  /**
   * Signs inputs of a base64 PSBT, and sends the transaction with `broadcast`. A result that pays
   * anything other than the request is rejected.
   */
  signPSBT(call: {
    readonly psbt: string
    readonly signInputs: readonly InputToSign[]
    readonly broadcast?: boolean | undefined
  }): Promise<{ readonly psbt: string; readonly txid?: string | undefined }>
  /**
   * Requests a payment in satoshi, given as text, from the active account, which must be a payment
   * account. Returns the transaction id. After `wallet/timeout` or `wallet/malformed-answer` the
   * payment may have been made: check the chain before you pay again.
   */
  sendTransfer(call: { readonly amount: string; readonly recipient: string }): Promise<string>
  on<event extends keyof BitcoinProviderEvents>(
    event: event,
    listener: (data: BitcoinProviderEvents[event]) => void,
  ): BitcoinProvider
  off<event extends keyof BitcoinProviderEvents>(
    event: event,
    listener: (data: BitcoinProviderEvents[event]) => void,
  ): BitcoinProvider
}

export function createProvider(calls: Omit<BitcoinProvider, 'on' | 'off'>): {
  readonly provider: BitcoinProvider
  readonly emit: ReturnType<typeof createSiteEvents<BitcoinProviderEvents>>['emit']
} {
  const { on, off, emit } = createSiteEvents<BitcoinProviderEvents>()
  const provider: BitcoinProvider = {
    ...calls,
    on(event, listener) {
      on(event, listener)
      return provider
    },
    off(event, listener) {
      off(event, listener)
      return provider
    },
  }
  return { provider, emit }
}
