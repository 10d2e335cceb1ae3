import { icon } from '@latchkey/parts/icons'
import type { Namespace } from '@latchkey/wire/caip'
import { disconnectWallet } from '../../../core/connection/actions/disconnectWallet.js'
import type { Account } from '../../../core/connection/family.js'
import type { PublicConnection } from '../../../core/connection/publicConnections.js'
import type { WalletConnection } from '../../../core/connection/store.js'
import * as profileText from '../../../core/text/profile.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { DisconnectIcon } from '../../../ui/icons/lazyIcons.js'
import { deleteWallet, reconnectWallet, switchWallet } from '../actions/manageWallets.js'
import { WalletGroup, WalletRow } from './WalletRow.js'

type ConnectedWalletsProps = {
  readonly namespace: Namespace
  readonly wallets: readonly WalletConnection[]
}

/** Connected wallets other than the active one, with a row per account. */
export function ConnectedWallets({ namespace, wallets }: ConnectedWalletsProps) {
  return (
    <WalletGroup title={profileText.profile.live}>
      {wallets.flatMap((wallet) =>
        wallet.accounts.map((account) => (
          <li key={`${wallet.connectorId} ${account.address}`}>
            <ConnectedWallet namespace={namespace} connection={wallet} account={account} />
          </li>
        )),
      )}
    </WalletGroup>
  )
}

function ConnectedWallet({
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
      onClick={() => void switching.run({ namespace, connectorId, address: account.address })}
      testId="active-connection"
      action={{
        icon: DisconnectIcon,
        label: profileText.profile.disconnectThis,
        busy: disconnect.status === 'running',
        onClick: () => void disconnect.run({ namespace, id: connectorId }),
        testId: 'active-connection-disconnect',
      }}
    />
  )
}

const DeleteIcon = /* @__PURE__ */ icon(
  'M4 5.75h12M8 5.5V3.75h4V5.5M5.5 5.75l.75 10.5h7.5l.75-10.5M8.5 8.75v4.75M11.5 8.75v4.75',
)

type RecentWalletsProps = {
  readonly namespace: Namespace
  readonly wallets: readonly PublicConnection[]
}

/** Wallets that were connected before. */
export function RecentWallets({ namespace, wallets }: RecentWalletsProps) {
  const connecting = useAction(reconnectWallet)
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
                onClick={() => void connecting.run({ namespace, connection })}
                testId="recent-connection"
                action={{
                  icon: DeleteIcon,
                  label: profileText.profile.deleteThis,
                  onClick: () => void deleting.run({ namespace, connectorId, address }),
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
