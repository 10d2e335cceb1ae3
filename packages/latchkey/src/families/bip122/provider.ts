import type { InputToSign, ListedAddress, MessageProtocol } from '@latchkey/wire/rpc/bip122'
import { createSiteEvents } from '../shared/siteEvents.js'

/** What a `BitcoinProvider` tells, by event. */
export type BitcoinProviderEvents = {
  /** The addresses of the connection, the active one first. */
  accountsChanged: readonly string[]
  /** The CAIP-2 id of the network. */
  chainChanged: string
  disconnect: undefined
}

/** What a site works with while a Bitcoin wallet is connected. It belongs to one connection. */
export type BitcoinProvider = {
  /** The wallet's addresses with what it tells of them. Those for payments come first. */
  getAccountAddresses(): Promise<readonly ListedAddress[]>
  /**
   * A signature in base64, checked to be by the address: 65 bytes of ECDSA, or a BIP-322 witness.
   * Without a protocol the wallet chooses; without an address the active account signs.
   */
  signMessage(call: {
    readonly message: string
    readonly address?: string | undefined
    readonly protocol?: MessageProtocol | undefined
  }): Promise<string>
  /**
   * Signs inputs of a PSBT in base64, and sends the transaction with `broadcast`. The answer pays
   * exactly what was asked for: anything else is refused.
   */
  signPSBT(call: {
    readonly psbt: string
    readonly signInputs: readonly InputToSign[]
    readonly broadcast?: boolean | undefined
  }): Promise<{ readonly psbt: string; readonly txid?: string | undefined }>
  /**
   * Asks the wallet to pay satoshi, given as text, from the active account, which must be one for
   * payments. Gives the transaction's id. After `wallet/timeout` or `wallet/malformed-answer` the
   * payment may have been made: look at the chain before paying again.
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
