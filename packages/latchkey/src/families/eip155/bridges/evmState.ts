import { parseAccountId, referenceOf } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Network } from '../../../core/network/network.js'
import { NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { NetworkNotFoundError } from '../../../core/runtime/errors/network.js'
import type { BridgedWidget } from './bridgedWidget.js'

/** The widget's EVM side as chain libraries think of it. */
export type EvmState = {
  readonly status: 'connecting' | 'connected' | 'disconnected'
  /** The active one first; none unless connected. */
  readonly addresses: readonly Hex[]
  /** Of the wallet while connected, also when the site did not ask for that network. */
  readonly chainId: number | undefined
}

export function evmState(latchkey: BridgedWidget): EvmState {
  const { status, address, allAccounts, caipAddress } = latchkey.getAccount('eip155')
  const others = allAccounts.filter((account) => account.address !== address)
  const addresses = address === undefined ? [] : [address, ...others.map((one) => one.address)]
  const networkId = parseAccountId(caipAddress)?.networkId ?? latchkey.getCaipNetwork('eip155')?.id
  return {
    status,
    addresses: addresses as Hex[],
    chainId: networkId && chainIdOf(referenceOf(networkId)),
  }
}

/** The active account and where it is. Throws `NotConnectedError` when there is none. */
export function connectedState(latchkey: BridgedWidget) {
  const { addresses, chainId } = evmState(latchkey)
  const [account] = addresses
  if (account === undefined || chainId === undefined) throw new NotConnectedError()
  return { account, addresses, chainId }
}

/** Calls back when accounts, network or status have changed. */
export function watchEvm(
  latchkey: BridgedWidget,
  listener: (now: EvmState, before: EvmState) => void,
): () => void {
  let before = evmState(latchkey)
  const look = () => {
    const now = evmState(latchkey)
    const previous = before
    before = now
    if (JSON.stringify(now) !== JSON.stringify(previous)) listener(now, previous)
  }
  const stops = [latchkey.subscribeAccount(look, 'eip155'), latchkey.subscribeNetwork(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** One of the widget's networks by its chain id. */
export function networkOf(latchkey: BridgedWidget, chainId: number | undefined): Network {
  const network = latchkey
    .getCaipNetworks('eip155')
    .find(({ reference }) => reference === `${chainId}`)
  if (!network) throw new NetworkNotFoundError(`eip155:${chainId}`)
  return network
}

/** Chain libraries count chains with numbers. */
export function chainIdOf(reference: string): number {
  return +reference
}
