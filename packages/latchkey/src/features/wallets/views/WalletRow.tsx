import type { Namespace } from '@latchkey/wire/caip'
import type { Account } from '../../../core/connection/family.js'
import type { PublicConnection } from '../../../core/connection/list.js'
import * as accountText from '../../../core/text/account.js'
import * as loginText from '../../../core/text/login.js'
import type { Icon } from '../../../ui/icons/index.js'
import { IconButton } from '../../../ui/parts/icon-button/IconButton.js'
import { ListRow } from '../../../ui/parts/list-row/ListRow.js'
import { useShownAccount } from './useShownAccount.js'
import { WalletMark } from './WalletMark.js'

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
