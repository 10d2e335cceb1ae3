import { type Connected, getConnection } from '../../core/connection/store.js'
import type { BuyArguments } from '../../core/modal/views.js'
import { getActiveNetwork } from '../../core/network/store.js'
import { hasSwaps } from '../../core/network/swapNetworks.js'
import { useActions, useWidget } from './context.js'
import { useStore } from './useStore.js'

/** Opens a view of the account, optionally with a token; undefined if the action is not possible. */
export type OpenForToken = ((token?: TokenChoice) => void) | undefined

/** A token by address, and its symbol; without an address the native coin. */
export type TokenChoice = { readonly address?: string | undefined; readonly symbol: string }

export function useOpenSend({ active }: Connected): OpenForToken {
  const { sessions, stores } = useWidget()
  const { navigate, recordEvent } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  const isOn = useStore(stores.settings, ({ features }) => features.send)
  if (!isOn || !network || !sessions.get(active.namespace)?.transfer) return undefined
  return (token) => {
    const isSmartAccount = active.type === 'smartAccount'
    recordEvent({ event: 'OPEN_SEND', properties: { isSmartAccount, network: network.id } })
    navigate({ view: 'WalletSend', params: { token: token && (token.address ?? 'native') } })
  }
}

/** Elsewhere than on the networks with swaps, it offers those. */
export function useOpenSwap({ active }: Connected): OpenForToken {
  const { ports, stores } = useWidget()
  const { navigate, recordEvent } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  const features = useStore(stores.settings, ({ remoteFeatures }) => remoteFeatures)
  if (!features.swaps || !ports.provider || !network) return undefined
  const isOffered = hasSwaps(network, features)
  if (!isOffered && network.namespace !== 'eip155') return undefined
  return (token) => {
    if (!isOffered) {
      navigate({ view: 'UnsupportedChain', params: { feature: 'swap' } })
      return
    }
    const isSmartAccount = active.type === 'smartAccount'
    recordEvent({ event: 'OPEN_SWAP', properties: { isSmartAccount, network: network.id } })
    navigate({ view: 'Swap', params: { fromToken: token && (token.address ?? token.symbol) } })
  }
}

/** Public surface §8.5: the families that can be bought for, and deposited to. */
const onrampFamilies = ['eip155', 'solana']

/** Opens Buy, optionally with a choice; undefined if nothing can be bought here. */
export function useOpenBuy(): ((choice?: BuyArguments) => void) | undefined {
  const widget = useWidget()
  const { ports, stores } = widget
  const { navigate, recordEvent } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  const isOn = useStore(stores.settings, ({ remoteFeatures }) => remoteFeatures.onramp)
  if (!isOn || !ports.provider || !network) return undefined
  if (network.isTestnet || !onrampFamilies.includes(network.namespace)) return undefined
  return (choice = {}) => {
    const isSmartAccount = getConnection(widget)?.active.type === 'smartAccount'
    recordEvent({ event: 'SELECT_BUY_CRYPTO', properties: { isSmartAccount } })
    navigate({ view: 'OnRampProviders', params: choice })
  }
}

/** Opens the deposit from an exchange; undefined if the project has none. */
export function useOpenDeposit(): (() => void) | undefined {
  const { ports, stores } = useWidget()
  const { navigate } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  const isOn = useStore(stores.settings, ({ remoteFeatures }) => remoteFeatures.payWithExchange)
  if (!isOn || !ports.provider || !network) return undefined
  if (!onrampFamilies.includes(network.namespace)) return undefined
  return () => navigate({ view: 'PayWithExchange' })
}
