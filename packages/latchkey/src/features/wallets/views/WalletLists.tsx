import type { Namespace } from '@latchkey/wire/caip'
import { disconnectWallet } from '../../../core/connection/actions/disconnectWallet.js'
import type { Account } from '../../../core/connection/family.js'
import type { PublicConnection } from '../../../core/connection/publicConnections.js'
import type { WalletConnection } from '../../../core/connection/store.js'
import * as profileText from '../../../core/text/profile.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { DisconnectIcon } from '../../../ui/icons/lazyIcons.js'
import { connectAgain, deleteWallet, switchWallet } from '../actions/manageWallets.js'
import { BinIcon } from './icons.js'
import { WalletGroup, WalletRow } from './WalletRow.js'

type LiveWalletsProps = {
  readonly namespace: Namespace
  readonly wallets: readonly WalletConnection[]
}

/** Wallets that stay connected beside the active one, each of their accounts with a row. */
export function LiveWallets({ namespace, wallets }: LiveWalletsProps) {
  return (
    <WalletGroup title={profileText.profile.live}>
      {wallets.flatMap((wallet) =>
        wallet.accounts.map((account) => (
          <li key={`${wallet.connectorId} ${account.address}`}>
            <LiveWallet namespace={namespace} connection={wallet} account={account} />
          </li>
        )),
      )}
    </WalletGroup>
  )
}

function LiveWallet({
  namespace,
  connection: { connectorId, wallet },
  account,
}: {
  readonly namespace: Namespace
  readonly connection: WalletConnection
  readonly account: Account
}) {
  const switching = useAction(switchWallet)
  const disconnect = useAction(disconnectWallet)
  const { name, icon, type, social = 'email' } = wallet
  return (
    <WalletRow
      namespace={namespace}
      wallet={{ name, icon, auth: type === 'AUTH' ? { name: social } : undefined }}
      account={account}
      label={profileText.profile.switch}
      onPress={() => void switching.run({ namespace, connectorId, address: account.address })}
      testId="active-connection"
      aside={{
        icon: DisconnectIcon,
        label: profileText.profile.disconnectThis,
        busy: disconnect.status === 'running',
        onPress: () => void disconnect.run({ namespace, id: connectorId }),
        testId: 'active-connection-disconnect',
      }}
    />
  )
}

type RecentWalletsProps = {
  readonly namespace: Namespace
  readonly wallets: readonly PublicConnection[]
}

/** Wallets that were connected once and can be again. */
export function RecentWallets({ namespace, wallets }: RecentWalletsProps) {
  const connecting = useAction(connectAgain)
  const deleting = useAction(deleteWallet)
  return (
    <WalletGroup title={profileText.profile.recent} testId="recently-connected-text">
      {wallets.flatMap((connection) =>
        connection.accounts.map((account) => {
          const { connectorId } = connection
          const { address } = account
          return (
            <li key={`${connectorId} ${address}`}>
              <WalletRow
                namespace={namespace}
                wallet={connection}
                account={account}
                label={profileText.profile.connect}
                onPress={() => void connecting.run({ namespace, connection })}
                testId="recent-connection"
                aside={{
                  icon: BinIcon,
                  label: profileText.profile.deleteThis,
                  onPress: () => void deleting.run({ namespace, connectorId, address }),
                  testId: 'recent-connection-delete',
                }}
              />
            </li>
          )
        }),
      )}
    </WalletGroup>
  )
}
