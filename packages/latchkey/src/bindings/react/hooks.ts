import type { Namespace } from '@latchkey/wire/caip'
import { useCallback, useState } from 'react'
import type { Latchkey, OpenOptions } from '../../boot/latchkey.js'
import type {
  PublicAccount,
  PublicNetwork,
  PublicState,
  SignInState,
} from '../../boot/publicState.js'
import type { RemoteFeatures } from '../../core/config/features.js'
import type { ConnectorId, ConnectorType } from '../../core/connection/family.js'
import type { WalletInfo } from '../../core/connection/store.js'
import type { WidgetEvent } from '../../core/events/actions/recordEvent.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { ThemeMode, ThemeVariableOptions, ThemeVariables } from '../../core/theme/store.js'
import { type Subscribe, useWidget, useWidgetValue } from './LatchkeyProvider.js'

/** A server does not know the browser's storage; `disconnected` would redirect visitors to a log-in page. */
const unknownAccount: PublicAccount = {
  allAccounts: [],
  caipAddress: undefined,
  address: undefined,
  isConnected: false,
  status: 'connecting',
}

const onNetwork: Subscribe = (latchkey, notify) => latchkey.subscribeNetwork(notify)
const onState: Subscribe = (latchkey, notify) => latchkey.subscribeState(notify)
const onTheme: Subscribe = (latchkey, notify) => latchkey.subscribeTheme(notify)
const onEvents: Subscribe = (latchkey, notify) => latchkey.subscribeEvents(notify)

/** Account and wallet change together, so one subscription covers both. */
function useAccountChanges(namespace: Namespace | undefined): Subscribe {
  return useCallback(
    (latchkey, notify) => {
      const stops = [
        latchkey.subscribeAccount(notify, namespace),
        latchkey.subscribeWalletInfo(notify, namespace),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [namespace],
  )
}

/** Opens and closes the modal. */
export function useLatchkey(): {
  open(options?: OpenOptions): Promise<void>
  close(): Promise<void>
} {
  const latchkey = useWidget('useLatchkey')
  const open = useCallback(async (options?: OpenOptions) => latchkey?.open(options), [latchkey])
  const close = useCallback(async () => latchkey?.close(), [latchkey])
  return { open, close }
}

/** The account of a chain family, the active one by default. */
export function useLatchkeyAccount({ namespace }: { namespace?: Namespace } = {}): PublicAccount {
  const latchkey = useWidget('useLatchkeyAccount')
  return useWidgetValue(
    latchkey,
    useAccountChanges(namespace),
    (one) => one.getAccount(namespace),
    unknownAccount,
  )
}

/** The active network, and a function to switch it. */
export function useLatchkeyNetwork(): Partial<PublicNetwork> & {
  switchNetwork(...to: Parameters<Latchkey['switchNetwork']>): Promise<void>
} {
  const latchkey = useWidget('useLatchkeyNetwork')
  const network = useWidgetValue<Partial<PublicNetwork>>(
    latchkey,
    onNetwork,
    (one) => ({
      caipNetwork: one.getCaipNetwork(),
      chainId: one.getChainId(),
      caipNetworkId: one.getCaipNetworkId(),
    }),
    noNetwork,
  )
  const switchNetwork = useCallback(
    async (...to: Parameters<Latchkey['switchNetwork']>) => latchkey?.switchNetwork(...to),
    [latchkey],
  )
  return { ...network, switchNetwork }
}

const noNetwork = {}

/** The provider of the connected wallet (EIP-1193 for `eip155`); undefined while disconnected. */
export function useLatchkeyProvider<provider = unknown>(
  namespace: Namespace,
): { walletProvider: provider | undefined; walletProviderType: ConnectorType | undefined } {
  const latchkey = useWidget('useLatchkeyProvider')
  const walletProviderType = useWidgetValue<ConnectorType | undefined>(
    latchkey,
    useAccountChanges(namespace),
    (one) => one.getProviderType(namespace),
    undefined,
  )
  const walletProvider = walletProviderType && latchkey?.getProvider(namespace)
  return { walletProvider: walletProvider as provider | undefined, walletProviderType }
}

const noState: Partial<PublicState> = { loading: false, open: false, initialized: false }

/** Whether the modal is open or busy, the active network, and the features in effect. */
export function useLatchkeyState(): Partial<PublicState & RemoteFeatures> {
  const latchkey = useWidget('useLatchkeyState')
  return useWidgetValue<Partial<PublicState & RemoteFeatures>>(
    latchkey,
    onState,
    (one) => ({ ...one.getRemoteFeatures(), ...one.getState() }),
    noState,
  )
}

/** The theme, and functions to change it. */
export function useLatchkeyTheme() {
  const latchkey = useWidget('useLatchkeyTheme')
  const theme = useWidgetValue<{ themeMode: ThemeMode; themeVariables: ThemeVariables }>(
    latchkey,
    onTheme,
    (one) => ({ themeMode: one.getThemeMode(), themeVariables: one.getThemeVariables() }),
    noTheme,
  )
  const setThemeMode = useCallback((mode: ThemeMode) => latchkey?.setThemeMode(mode), [latchkey])
  const setThemeVariables = useCallback(
    (variables: ThemeVariableOptions) => latchkey?.setThemeVariables(variables),
    [latchkey],
  )
  return { ...theme, setThemeMode, setThemeVariables }
}

const noTheme = { themeMode: 'dark', themeVariables: {} } as const

/** The latest event of the widget. */
export function useLatchkeyEvents(): WidgetEvent | undefined {
  const latchkey = useWidget('useLatchkeyEvents')
  return useWidgetValue<WidgetEvent | undefined>(
    latchkey,
    onEvents,
    (one) => one.getEvent(),
    undefined,
  )
}

/** Name and icon of the connected wallet. */
export function useLatchkeyWalletInfo(namespace?: Namespace): {
  walletInfo: WalletInfo | undefined
} {
  const latchkey = useWidget('useLatchkeyWalletInfo')
  const walletInfo = useWidgetValue<WalletInfo | undefined>(
    latchkey,
    useAccountChanges(namespace),
    (one) => one.getWalletInfo(namespace),
    undefined,
  )
  return { walletInfo }
}

/** A function that disconnects all wallets, those of a chain family, or one connector. */
export function useLatchkeyDisconnect(): {
  disconnect(options?: { id?: ConnectorId; namespace?: Namespace }): Promise<void>
  isPending: boolean
} {
  const latchkey = useWidget('useLatchkeyDisconnect')
  const [isPending, setPending] = useState(false)
  const disconnect = useCallback(
    async ({ id, namespace }: { id?: ConnectorId; namespace?: Namespace } = {}) => {
      setPending(true)
      try {
        await latchkey?.disconnect(namespace, { ...(id && { id }) })
      } finally {
        setPending(false)
      }
    },
    [latchkey],
  )
  return { disconnect, isPending }
}

/** The balance in whole units, or the error. */
export type BalanceResult =
  | { data: { balance: string; symbol: string }; error: null; isSuccess: true; isError: false }
  | { data: undefined; error: string; isSuccess: false; isError: true }

/** A function that loads the native balance of the active account. */
export function useLatchkeyBalance(): { fetchBalance(): Promise<BalanceResult> } {
  const latchkey = useWidget('useLatchkeyBalance')
  const fetchBalance = useCallback(async (): Promise<BalanceResult> => {
    try {
      const data = await latchkey?.getBalance()
      if (data) return { data, error: null, isSuccess: true, isError: false }
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error))
    }
    return failed('Not able to fetch the balance: no account is connected')
  }, [latchkey])
  return { fetchBalance }
}

function failed(error: string): BalanceResult {
  return { data: undefined, error, isSuccess: false, isError: true }
}

const onSession: Subscribe = (latchkey, notify) => latchkey.subscribeSession(notify)

/** A server does not know the visitor's sessions. */
const unknown: SignInState = { status: 'checking', session: undefined }

/** Sign-in of the active account, and functions to sign in and out. */
export function useLatchkeySession(): SignInState & {
  signIn(...options: Parameters<Latchkey['signIn']>): Promise<SiwxSession | undefined>
  signOut(): Promise<void>
} {
  const latchkey = useWidget('useLatchkeySession')
  const state = useWidgetValue(latchkey, onSession, (one) => one.getSession(), unknown)
  const signIn = useCallback(
    async (...options: Parameters<Latchkey['signIn']>) => latchkey?.signIn(...options),
    [latchkey],
  )
  const signOut = useCallback(async () => latchkey?.signOut(), [latchkey])
  return { ...state, signIn, signOut }
}
