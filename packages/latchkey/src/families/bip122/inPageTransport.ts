import type {
  SendTransferParams,
  SignMessageParams,
  SignPsbtParams,
} from '@latchkey/wire/rpc/bip122'
import type { WalletTransport } from '../../core/connection/family.js'
import { UnsupportedMethodError } from '../../core/runtime/errors/wallet.js'
import { read } from '../shared/walletFault.js'

/** Where an in-page wallet is and what it shows there; both are its own words, to be checked. */
export type Presence = {
  /** The reference of a network. */
  readonly network: unknown
  /** A list of addresses; empty when the site has not been let in. */
  readonly addresses: unknown
}

/**
 * A wallet's own in-page interface in common terms. Networks are references. What the wallet cannot do
 * throws before the wallet is called.
 */
export type BitcoinWallet = {
  /** Lets its user decide whether the site may see addresses. */
  connect(wanted: string): Promise<Presence>
  /** The same without asking anybody: no addresses when it would have to. */
  resume(wanted: string): Promise<Presence>
  switchNetwork(wanted: string): Promise<Presence>
  /** Like the pairing protocol's methods of the same names, and with its answers. */
  signMessage(call: SignMessageParams, network: string): Promise<unknown>
  signPsbt(call: SignPsbtParams, network: string): Promise<unknown>
  sendTransfer(call: SendTransferParams, network: string): Promise<unknown>
  /**
   * `accounts` comes with a list of addresses; `network` with a `Presence` whose addresses may be
   * missing.
   */
  readonly on: WalletTransport['on']
  /** Gives up the permission to see addresses. */
  leave(): Promise<unknown>
}

/**
 * Reaches a wallet in the page by the methods of the pairing protocol, and three more that a pairing
 * session needs none of: `connect`, `resume` and `switchNetwork`, which answer with a `Presence`.
 */
export function inPageTransport(wallet: BitcoinWallet, provider: unknown): WalletTransport {
  return {
    provider,
    async request({ method, params, network }) {
      const place = (network ?? '').replace(/^bip122:/, '')
      switch (method) {
        case 'connect':
        case 'resume':
        case 'switchNetwork':
          return wallet[method](place)
        case 'getAccountAddresses':
          return (await wallet.resume(place)).addresses
        case 'signMessage':
          return wallet.signMessage(params as SignMessageParams, place)
        case 'signPsbt':
          return wallet.signPsbt(params as SignPsbtParams, place)
        case 'sendTransfer':
          return wallet.sendTransfer(params as SendTransferParams, place)
        default:
          throw new UnsupportedMethodError(method)
      }
    },
    on: wallet.on,
    async close() {
      try {
        await wallet.leave()
      } catch {
        // Wallets that cannot be told stay as they are.
        return
      }
    },
  }
}

/** Calls one of a wallet's own functions; rejects where it has none. */
export async function call(
  provider: unknown,
  name: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  const method = read(provider, name)
  if (typeof method !== 'function') throw new UnsupportedMethodError(name)
  return Reflect.apply(method, provider, input)
}

/** Listens to a wallet that emits events. One without working events just tells nothing. */
export function listen(
  provider: unknown,
  event: string,
  listener: (data: unknown) => void,
): () => void {
  void call(provider, 'on', event, listener).catch(nothing)
  return () => void call(provider, 'removeListener', event, listener).catch(nothing)
}

function nothing(): void {}
