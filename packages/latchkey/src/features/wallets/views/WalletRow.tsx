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
import { useIdentity } from '../../../ui/hooks/useResource.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { IconButton } from '../../../ui/parts/IconButton.js'
import { LoginMark } from '../../../ui/parts/LoginMark.js'
import { WalletImage } from '../../../ui/parts/Picture.js'
import { Stack } from '../../../ui/parts/Stack.js'

type WalletRowProps = {
  readonly namespace: Namespace
  readonly wallet: Pick<PublicConnection, 'name' | 'icon' | 'auth'>
  readonly account: Pick<Account, 'address' | 'type'>
  /** What a click on the row does. */
  readonly label: string
  readonly onClick: () => void
  readonly testId: string
  /** The button at the end of the row. */
  readonly action: {
    readonly icon: Icon
    readonly label: (wallet: string, account: string) => string
    readonly busy?: boolean
    readonly onClick: () => void
    readonly testId: string
  }
}

/** An account of a wallet other than the active one. */
export function WalletRow(props: WalletRowProps) {
  const { namespace, wallet, account, label, action } = props
  const { displayName } = useAccountLabel(account.address, namespace)
  const name = wallet.auth ? loginText.settings.embedded : wallet.name
  const subtitle = [name, accountText.purposes[account.type]].filter(Boolean).join(' · ')
  return (
    <div className="wallet-row" data-testid={props.testId}>
      <ListRow
        image={<WalletLogo {...wallet} />}
        title={<bdi title={account.address}>{displayName}</bdi>}
        subtitle={subtitle}
        trailing={<span className="wallet-switch">{label}</span>}
        busy={action.busy ?? false}
        testId="wui-inactive-profile-wallet-item-button"
        onClick={props.onClick}
      />
      <IconButton
        icon={action.icon}
        label={action.label(name, displayName)}
        disabled={action.busy ?? false}
        testId={action.testId}
        onClick={action.onClick}
      />
    </div>
  )
}

type WalletLogoProps = Pick<PublicConnection, 'name' | 'icon' | 'auth'>

/** The wallet's image; for the embedded wallet the logo of its log-in. */
export function WalletLogo({ name, icon, auth }: WalletLogoProps) {
  return auth ? <LoginMark provider={auth.name} /> : <WalletImage name={name} src={icon} />
}

/** The account's name, or its shortened address. */
export function useAccountLabel(address: string, namespace: Namespace) {
  const { stores } = useWidget()
  const network = useStore(stores.network, (state) => getActiveNetwork(state, namespace))
  const { name, avatar } = useIdentity(address, network)
  const displayName =
    name === undefined ? shortenAddress(address) : shortenName(name, limits.chipNameLength)
  return { displayName, avatar, network }
}

type WalletGroupProps = {
  readonly title: string
  readonly testId?: string | undefined
  /** One `li` for each row. */
  readonly children: ReactNode
}

/** A list with a heading. */
export function WalletGroup({ title, testId, children }: WalletGroupProps) {
  return (
    <Stack gap={8}>
      <h2 className="wallet-others" data-testid={testId}>
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers */}
      <ul className="row-list" role="list" aria-label={title}>
        {children}
      </ul>
    </Stack>
  )
}
