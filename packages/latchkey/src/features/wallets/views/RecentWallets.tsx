import type { Namespace } from '@latchkey/wire/caip'
import type { PublicConnection } from '../../../core/connection/list.js'
import * as profileText from '../../../core/text/profile.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { connectAgain } from '../actions/connectAgain.js'
import { deleteWallet } from '../actions/deleteWallet.js'
import { BinIcon } from './icons.js'
import { WalletGroup } from './WalletGroup.js'
import { WalletRow } from './WalletRow.js'

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
