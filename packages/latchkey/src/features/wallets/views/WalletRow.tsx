import type { Icon } from '@latchkey/parts/icons'
import { ListRow } from '@latchkey/parts/ListRow'
import type { Namespace } from '@latchkey/wire/caip'
import type { ReactNode } from 'react'
import type { Account } from '../../../core/connection/family.js'
import type { PublicConnection } from '../../../core/connection/publicConnections.js'
import { shortenAddress, shortenName } from '../../../core/format/format.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as limits from '../../../core/runtime/limits.js'
import * as accountText from '../../../core/text/account.js'
import * as loginText from '../../../core/text/login.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useIdentity } from '../../../ui/hooks/useIdentity.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { IconButton } from '../../../ui/parts/icon-button/IconButton.js'
import { LoginMark } from '../../../ui/parts/login-mark/LoginMark.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { WalletImage } from '../../../ui/parts/wallet-image/WalletImage.js'

type WalletRowProps = {
  readonly namespace: Namespace
  readonly wallet: Pick<PublicConnection, 'name' | 'icon' | 'auth'>
  readonly account: Pick<Account, 'address' | 'type'>
  /** What pressing the row does, in a word. */
  readonly label: string
  readonly onPress: () => void
  readonly testId: string
  /** The other thing that can be done with it. */
  readonly aside: {
    readonly icon: Icon
    readonly label: (wallet: string, account: string) => string
    readonly busy?: boolean
    readonly onPress: () => void
    readonly testId: string
  }
}

/** An account of a wallet that is not the active one. */
export function WalletRow(props: WalletRowProps) {
  const { namespace, wallet, account, label, aside } = props
  const { shown } = useShownAccount(account.address, namespace)
  const name = wallet.auth ? loginText.settings.embedded : wallet.name
  const subtitle = [name, accountText.purposes[account.type]].filter(Boolean).join(' · ')
  return (
    <div className="wallet-row" data-testid={props.testId}>
      <ListRow
        image={<WalletMark {...wallet} />}
        title={<bdi title={account.address}>{shown}</bdi>}
        subtitle={subtitle}
        trailing={<span className="wallet-switch">{label}</span>}
        busy={aside.busy ?? false}
        testId="wui-inactive-profile-wallet-item-button"
        onPress={props.onPress}
      />
      <IconButton
        icon={aside.icon}
        label={aside.label(name, shown)}
        disabled={aside.busy ?? false}
        testId={aside.testId}
        onPress={aside.onPress}
      />
    </div>
  )
}

type WalletMarkProps = Pick<PublicConnection, 'name' | 'icon' | 'auth'>

/** The wallet's picture; of the embedded one the login's. */
export function WalletMark({ name, icon, auth }: WalletMarkProps) {
  return auth ? <LoginMark provider={auth.name} /> : <WalletImage name={name} src={icon} />
}

/** What an account is shown as: its name, or the two ends of its address. */
export function useShownAccount(address: string, namespace: Namespace) {
  const { stores } = useWidget()
  const network = useStore(stores.network, (state) => getActiveNetwork(state, namespace))
  const { name, avatar } = useIdentity(address, network)
  const shown =
    name === undefined ? shortenAddress(address) : shortenName(name, limits.chipNameLength)
  return { shown, avatar, network }
}

type WalletGroupProps = {
  readonly title: string
  readonly testId?: string | undefined
  /** One `li` for each row. */
  readonly children: ReactNode
}

/** Rows with a heading. */
export function WalletGroup({ title, testId, children }: WalletGroupProps) {
  return (
    <Stack gap={8}>
      <h2 className="wallet-others" data-testid={testId}>
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className="row-list" role="list" aria-label={title}>
        {children}
      </ul>
    </Stack>
  )
}
