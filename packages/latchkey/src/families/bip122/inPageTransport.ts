import {
  parseSatoshi,
  type SendTransferParams,
  type SignMessageParams,
  type SignPsbtParams,
  toExactNumber,
} from '@latchkey/wire/rpc/bip122'
import type { WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { InvalidRequestError, UnsupportedMethodError } from '../../core/runtime/errors/wallet.js'
import { readProperty, readWalletError } from '../shared/walletError.js'

const rejectedCode = '-32000'
const unauthorizedCode = '-32002'

/** Answers come in JSON-RPC envelopes, and so do errors, with codes that mean other things elsewhere. */
export async function requestSats(
  provider: unknown,
  method: string,
  params: unknown,
): Promise<unknown> {
  let response: unknown
  try {
    response = await call(provider, 'request', method, params)
  } catch (error) {
    throw readError(error) ?? error
  }
  const error = readError(response)
  if (error) throw error
  return readProperty(response, 'result')
}

function readError(response: unknown): unknown {
  const error = readProperty(response, 'error')
  if (error === undefined || error === null) return undefined
  const { code, message } = readWalletError(error)
  if (code === rejectedCode) return { code: 4001, message }
  if (code === unauthorizedCode) return { code: 4100, message }
  return { code, message }
}

/** Where an in-page wallet is and what it shows there; both are its own words, to be checked. */
export type WalletState = {
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
  connect(target: string): Promise<WalletState>
  /** The same without asking anybody: no addresses when it would have to. */
  resume(target: string): Promise<WalletState>
  switchNetwork(target: string): Promise<WalletState>
  /** Like the pairing protocol's methods of the same names, and with its answers. */
  signMessage(call: SignMessageParams, network: string): Promise<unknown>
  signPsbt(call: SignPsbtParams, network: string): Promise<unknown>
  sendTransfer(call: SendTransferParams, network: string): Promise<unknown>
  /**
   * `accounts` comes with a list of addresses; `network` with a `WalletState` whose addresses may be
   * missing.
   */
  readonly on: WalletTransport['on']
  /** Gives up the permission to see addresses. */
  disconnect(): Promise<unknown>
}

/**
 * Reaches a wallet in the page by the methods of the pairing protocol, and three more that a pairing
 * session needs none of: `connect`, `resume` and `switchNetwork`, which answer with a `WalletState`.
 */
export function inPageTransport(wallet: BitcoinWallet, provider: unknown): WalletTransport {
  return {
    provider,
    async request({ method, params, network }) {
      const reference = (network ?? '').replace(/^bip122:/, '')
      switch (method) {
        case 'connect':
        case 'resume':
        case 'switchNetwork':
          return wallet[method](reference)
        case 'getAccountAddresses':
          return (await wallet.resume(reference)).addresses
        case 'signMessage':
          return wallet.signMessage(params as SignMessageParams, reference)
        case 'signPsbt':
          return wallet.signPsbt(params as SignPsbtParams, reference)
        case 'sendTransfer':
          return wallet.sendTransfer(params as SendTransferParams, reference)
        default:
          throw new UnsupportedMethodError(method)
      }
    },
    on: wallet.on,
    async close() {
      try {
        await wallet.disconnect()
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
  const method = readProperty(provider, name)
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

/** One wallet's names of networks, the name it is asked with first. */
export type NetworkNames = Readonly<Record<string, readonly [string, ...string[]]>>

/** What a wallet calls a network when it is asked to go there; throws where it has no name for it. */
export function toNetworkName(reference: string, names: NetworkNames): string {
  const name = names[reference]?.[0]
  if (name === undefined) throw new ChainNotSupportedError()
  return name
}

/**
 * The network a wallet names. Undefined for no name at all; a network nobody here knows keeps the
 * wallet's name for it, so that it is seen to be none of the site's.
 */
export function toReference(name: unknown, names: NetworkNames): string | undefined {
  if (typeof name !== 'string' || !/^[-_:a-zA-Z0-9]{1,40}$/.test(name)) return undefined
  const known = Object.keys(names).find((reference) => names[reference]?.includes(name))
  return known ?? name.replaceAll(':', '-').slice(0, 32)
}

/** An amount for wallets that take a number, which holds every amount of satoshi there can be. */
export function toSatoshiNumber(amount: unknown): number {
  const satoshi = parseSatoshi(amount)
  const exact = satoshi === undefined ? undefined : toExactNumber(satoshi)
  if (exact === undefined) throw new InvalidRequestError('parameters')
  return exact
}
