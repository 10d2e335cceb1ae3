import { type Namespace, type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { FrameUser } from '@latchkey/wire/frame/events'
import type { EmbeddedWalletInfo } from '../../connection/store.js'
import { LoginLoadError } from '../../runtime/errors/login.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import type { LoginItem } from '../../runtime/ports.js'
import type { Widget } from '../../widget.js'
import type { LoginConnector } from '../login.js'
import type { LoginUser } from '../store.js'

/** The connector of the login frame, loaded on first use. */
export async function openLoginConnector(widget: Widget): Promise<LoginConnector> {
  try {
    return await widget.login()
  } catch (cause) {
    throw isWidgetError(cause, 'interface/load-failed') ? new LoginLoadError({ cause }) : cause
  }
}

/** Writes the logged-in user to the store, and to storage for the next page load. */
export function saveLogin(
  widget: Widget,
  { user, networkId }: { readonly user: FrameUser; readonly networkId: NetworkId },
): void {
  const { ports } = widget
  const { login, network } = widget.stores
  const isActive = networkId.startsWith(`${network.get().activeNamespace}:`)
  const before = login.get().user
  // Only EVM networks have two account types; other networks do not report them.
  const hasAccountTypes = networkId.startsWith('eip155:') || !before
  login.set({
    user: {
      email: user.email ?? undefined,
      userName: user.userName ?? undefined,
      authProvider: user.authProvider ?? ports.storage.get('connected_social') ?? 'email',
      accountType: hasAccountTypes ? (user.preferredAccountType ?? 'eoa') : before.accountType,
      isSmartAccountDeployed: hasAccountTypes
        ? user.smartAccountDeployed === true
        : before.isSmartAccountDeployed,
      accounts: hasAccountTypes ? user.accounts : before.accounts,
    },
  })
  storeItem(widget, 'EMAIL_LOGIN_USED_KEY', 'true')
  storeItem(widget, 'EMAIL', user.email)
  storeItem(widget, 'SOCIAL_USERNAME', user.userName)
  // With several namespaces, the last used chain is the one of the active namespace.
  if (isActive || !before) storeItem(widget, 'LAST_USED_CHAIN_KEY', referenceOf(networkId))
}

function storeItem({ ports }: Widget, item: LoginItem, value: string | null | undefined): void {
  if (value) ports.storage.set(`@appkit-wallet/${item}`, value)
  else ports.storage.remove(`@appkit-wallet/${item}`)
}

const storedItems = [
  'EMAIL_LOGIN_USED_KEY',
  'EMAIL',
  'SOCIAL_USERNAME',
  'LAST_USED_CHAIN_KEY',
] as const satisfies readonly LoginItem[]

/** Removes every trace of the user after a log-out (specification §4). */
export function clearLogin({ stores, ports }: Widget): void {
  for (const item of storedItems) ports.storage.remove(`@appkit-wallet/${item}`)
  ports.storage.remove('connected_social')
  stores.login.set({ user: undefined })
}

/** The public form of the user (specification §3, §6). */
export function toEmbeddedInfo(user: LoginUser, namespace: Namespace): EmbeddedWalletInfo {
  const { email, userName, authProvider, accounts } = user
  const isEvm = namespace === 'eip155'
  return {
    user: { email, username: userName, ...(isEvm && accounts && { accounts }) },
    authProvider,
    accountType: isEvm ? user.accountType : 'eoa',
    isSmartAccountDeployed: isEvm && user.isSmartAccountDeployed,
  }
}
