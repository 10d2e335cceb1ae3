import { type Namespace, type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { FrameUser } from '@latchkey/wire/frame/events'
import type { EmbeddedWalletInfo } from '../../connection/store.js'
import type { LoginItem } from '../../runtime/ports.js'
import type { Widget } from '../../widget.js'
import type { LoginUser } from '../store.js'

/** Takes down who is signed in, in the store and for the next page load. */
export function saveLogin(
  widget: Widget,
  { user, networkId }: { readonly user: FrameUser; readonly networkId: NetworkId },
): void {
  const { login, network } = widget.stores
  const isActive = networkId.startsWith(`${network.get().activeNamespace}:`)
  const before = login.get().user
  // Only EVM chains have two kinds of account: elsewhere nothing is told about them.
  const isTold = networkId.startsWith('eip155:') || !before
  login.set({
    user: {
      email: user.email ?? undefined,
      userName: user.userName ?? undefined,
      authProvider: providerOf(widget, user),
      accountType: isTold ? (user.preferredAccountType ?? 'eoa') : before.accountType,
      isSmartAccountDeployed: isTold
        ? user.smartAccountDeployed === true
        : before.isSmartAccountDeployed,
      accounts: isTold ? user.accounts : before.accounts,
    },
  })
  keepItem(widget, 'EMAIL_LOGIN_USED_KEY', 'true')
  keepItem(widget, 'EMAIL', user.email)
  keepItem(widget, 'SOCIAL_USERNAME', user.userName)
  // Of several families the active one's is the last used.
  if (isActive || !before) keepItem(widget, 'LAST_USED_CHAIN_KEY', referenceOf(networkId))
}

function providerOf({ ports }: Widget, { authProvider }: FrameUser): string {
  return authProvider ?? ports.storage.get('connected_social') ?? 'email'
}

function keepItem({ ports }: Widget, item: LoginItem, value: string | null | undefined): void {
  if (value) ports.storage.set(`@appkit-wallet/${item}`, value)
  else ports.storage.remove(`@appkit-wallet/${item}`)
}

const forgotten = [
  'EMAIL_LOGIN_USED_KEY',
  'EMAIL',
  'SOCIAL_USERNAME',
  'LAST_USED_CHAIN_KEY',
] as const satisfies readonly LoginItem[]

/** After a sign-out nothing here says who was signed in (specification §4). */
export function clearLogin({ stores, ports }: Widget): void {
  for (const item of forgotten) ports.storage.remove(`@appkit-wallet/${item}`)
  ports.storage.remove('connected_social')
  stores.login.set({ user: undefined })
}

/** As sites see it (specification §3, §6). */
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
