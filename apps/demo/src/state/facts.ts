import type { Latchkey, PublicAccount, ThemeMode, WalletInfo } from 'latchkey'
import { useEffect, useState } from 'react'

/** The widget's current state. */
export type Facts = {
  readonly status: PublicAccount['status']
  readonly address: string | undefined
  readonly caipAddress: string | undefined
  readonly network: string | undefined
  readonly caipNetworkId: string | undefined
  readonly wallet: WalletInfo | undefined
  readonly signIn: ReturnType<Latchkey['getSession']>['status']
  readonly isOpen: boolean
  readonly themeMode: ThemeMode
}

/** The facts by plain functions and subscriptions, as a page without React reads them. */
export function useSubscribedFacts(latchkey: Latchkey): Facts {
  const [facts, setFacts] = useState(() => readFacts(latchkey))
  useEffect(() => {
    const update = () => setFacts(readFacts(latchkey))
    update()
    const stops = [
      latchkey.subscribeAccount(update),
      latchkey.subscribeNetwork(update),
      latchkey.subscribeWalletInfo(update),
      latchkey.subscribeSession(update),
      latchkey.subscribeState(update),
      latchkey.subscribeTheme(update),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [latchkey])
  return facts
}

function readFacts(latchkey: Latchkey): Facts {
  const { status, address, caipAddress } = latchkey.getAccount()
  return {
    status,
    address,
    caipAddress,
    network: latchkey.getCaipNetwork()?.name,
    caipNetworkId: latchkey.getCaipNetworkId(),
    wallet: latchkey.getWalletInfo(),
    signIn: latchkey.getSession().status,
    isOpen: latchkey.isOpen(),
    themeMode: latchkey.getThemeMode(),
  }
}
