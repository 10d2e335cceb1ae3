import * as loginText from '../../../../core/text/login.js'
import { useActions } from '../../../../ui/hooks/context.js'
import { WalletIcon } from '../../../../ui/icons/index.js'
import { ListRow } from '../../../../ui/parts/list-row/ListRow.js'
import { RowIcon } from '../../../../ui/parts/list-row/RowIcon.js'

/** In place of the list of wallets, where the site wants that shorter. */
export function WalletsRow({ disabled }: { readonly disabled: boolean }) {
  const { navigate } = useActions()
  return (
    <ListRow
      image={<RowIcon icon={WalletIcon} />}
      title={loginText.wallets}
      chevron
      disabled={disabled}
      testId="w3m-collapse-wallets-button"
      onPress={() => navigate({ view: 'ConnectWallets', params: undefined })}
    />
  )
}
