import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Headless, HeadlessState } from '../../core/headless/createHeadless.js'
import { useWidget } from './LatchkeyProvider.js'

const unknown: HeadlessState = {
  isInitialized: false,
  wallets: [],
  listed: [],
  isFetchingWallets: false,
  hasMore: false,
  count: undefined,
  pairingUri: undefined,
  isFetchingUri: false,
  pairingError: undefined,
  connectingWallet: undefined,
}

const subscribeToNothing = () => () => undefined

/**
 * Wallets for the site's own list, and functions to connect them. Never loads the modal.
 *
 * @example
 * const { wallets, pairingUri, connect } = useLatchkeyWallets()
 * return wallets.map((wallet) => <button onClick={() => connect(wallet)}>{wallet.name}</button>)
 */
export function useLatchkeyWallets(): HeadlessState & Omit<Headless, 'getState' | 'subscribe'> {
  const latchkey = useWidget('useLatchkeyWallets')
  const [headless, setHeadless] = useState<Headless>()
  useEffect(() => {
    let isGone = false
    latchkey?.headless().then(
      (loaded) => isGone || setHeadless(loaded),
      () => undefined, // reported by the next call
    )
    return () => {
      isGone = true
    }
  }, [latchkey])

  const state = useSyncExternalStore(
    headless?.subscribe ?? subscribeToNothing,
    () => headless?.getState() ?? unknown,
    () => unknown,
  )
  const calls = useMemo((): Omit<Headless, 'getState' | 'subscribe'> => {
    /** Without waiting if it is loaded: phones open an app only inside a click. */
    const reach = async () => {
      if (!latchkey) throw new TypeError('Wallets are connected in a page')
      return latchkey.headless()
    }
    return {
      fetchWallets: async (...given) => (headless ?? (await reach())).fetchWallets(...given),
      connect: async (...given) => (headless ?? (await reach())).connect(...given),
      getPairingUri: async (...given) => (headless ?? (await reach())).getPairingUri(...given),
      resetPairingUri: () => headless?.resetPairingUri(),
      resetConnectingWallet: () => headless?.resetConnectingWallet(),
    }
  }, [headless, latchkey])
  return { ...state, ...calls }
}
