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

/** Unwraps JSON-RPC envelopes. Error codes of sats-connect mean other things elsewhere, so map them. */
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

/** Network and addresses as an in-page wallet reports them: untrusted. */
export type WalletState = {
  /** The reference part of the network id. */
  readonly network: unknown
  /** A list of addresses; empty when the site has no permission. */
  readonly addresses: unknown
}

/**
 * The common interface of in-page wallets. Networks are references. A method the wallet does not
 * support throws before the wallet is called.
 */
export type BitcoinWallet = {
  /** Prompts the user for permission to see addresses. */
  connect(target: string): Promise<WalletState>
  /** The same without a prompt: no addresses when one would be needed. */
  resume(target: string): Promise<WalletState>
  switchNetwork(target: string): Promise<WalletState>
  /** Same names, parameters and results as the methods of the pairing protocol. */
  signMessage(call: SignMessageParams, network: string): Promise<unknown>
  signPsbt(call: SignPsbtParams, network: string): Promise<unknown>
  sendTransfer(call: SendTransferParams, network: string): Promise<unknown>
  /** `accounts` carries a list of addresses; `network` a `WalletState`, possibly without addresses. */
  readonly on: WalletTransport['on']
  /** Revokes the permission to see addresses. */
  disconnect(): Promise<unknown>
}

/**
 * Serves the methods of the pairing protocol from an in-page wallet, plus `connect`, `resume` and
 * `switchNetwork`, which return a `WalletState`.
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
        // Not every wallet can revoke its permission.
        return
      }
    },
  }
}

/** Calls a wallet's method; rejects when it does not exist. */
export async function call(
  provider: unknown,
  name: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  const method = readProperty(provider, name)
  if (typeof method !== 'function') throw new UnsupportedMethodError(name)
  return Reflect.apply(method, provider, input)
}

/** Subscribes to a wallet's events. A wallet without working events sends none. */
export function listen(
  provider: unknown,
  event: string,
  listener: (data: unknown) => void,
): () => void {
  void call(provider, 'on', event, listener).catch(nothing)
  return () => void call(provider, 'removeListener', event, listener).catch(nothing)
}

function nothing(): void {}

/** A wallet's names for networks. The first one is used in requests. */
export type NetworkNames = Readonly<Record<string, readonly [string, ...string[]]>>

/** The wallet's name for a network; throws when it has none. */
export function toNetworkName(reference: string, names: NetworkNames): string {
  const name = names[reference]?.[0]
  if (name === undefined) throw new ChainNotSupportedError()
  return name
}

/**
 * The reference of a network name. An unknown name is returned as it is, so it matches none of the
 * site's networks. Undefined when there is no name.
 */
export function toReference(name: unknown, names: NetworkNames): string | undefined {
  if (typeof name !== 'string' || !/^[-_:a-zA-Z0-9]{1,40}$/.test(name)) return undefined
  const known = Object.keys(names).find((reference) => names[reference]?.includes(name))
  return known ?? name.replaceAll(':', '-').slice(0, 32)
}

/** For wallets that take a number. Every valid amount of satoshi is a safe integer. */
export function toSatoshiNumber(amount: unknown): number {
  const satoshi = parseSatoshi(amount)
  const exact = satoshi === undefined ? undefined : toExactNumber(satoshi)
  if (exact === undefined) throw new InvalidRequestError('parameters')
  return exact
}
