import { Button } from '@latchkey/parts/Button'
import { CopyIcon, ExternalIcon } from '@latchkey/parts/icons'
import type { Namespace } from '@latchkey/wire/caip'
import { disconnectWallet } from '../../../core/connection/actions/disconnectWallet.js'
import type { Account } from '../../../core/connection/family.js'
import type { Connected } from '../../../core/connection/store.js'
import { formatLoginName } from '../../../core/format/format.js'
import type { LoginUser } from '../../../core/login/store.js'
import { getExplorerUrl } from '../../../core/network/networkUrls.js'
import * as accountText from '../../../core/text/account.js'
import * as loginText from '../../../core/text/login.js'
import * as profileText from '../../../core/text/profile.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { DisconnectIcon, MoreIcon } from '../../../ui/icons/lazyIcons.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { IconButton } from '../../../ui/parts/IconButton.js'
import { IconLink } from '../../../ui/parts/Link.js'
import { useAccountLabel, WalletLogo } from './WalletRow.js'

/** The active wallet with its actions. */
export function ActiveWallet({ connection }: { readonly connection: Connected }) {
  const { copyText, navigate } = useActions()
  const disconnect = useAction(disconnectWallet)
  const { active, wallet } = connection
  const user = useStore(useWidget().stores.login, (state) => state.user)
  const isEmbedded = wallet.type === 'AUTH'
  const { displayName, network } = useAccountLabel(active.address, active.namespace)
  const explorer = getExplorerUrl(network, 'address', active.address)
  const { addressCopied, copyAddress, explorer: explorerLabel } = accountText.account
  return (
    <div className="wallet-item" data-testid="wui-active-profile-wallet-item">
      <div className="wallet-item-line">
        <WalletLogo
          {...wallet}
          auth={isEmbedded ? { name: user?.authProvider ?? 'email' } : undefined}
        />
        <span className="row-text">
          <bdi className="row-title" title={active.address}>
            {displayName}
          </bdi>
          <span className="row-subtitle" dir="auto">
            {isEmbedded ? describe(user, active.namespace) : toSubtitle(wallet.name, active)}
          </span>
        </span>
        <Badge tone="good">{profileText.profile.active}</Badge>
      </div>
      <div className="wallet-item-line wallet-item-actions">
        <IconButton
          icon={CopyIcon}
          label={copyAddress}
          onClick={() => copyText({ text: active.address, done: addressCopied })}
        />
        {explorer && <IconLink icon={ExternalIcon} label={explorerLabel} href={explorer} />}
        {isEmbedded && (
          <IconButton
            icon={MoreIcon}
            label={loginText.settings.open}
            testId="wui-active-profile-wallet-item-more-button"
            onClick={() => navigate({ view: 'AccountSettings', params: undefined })}
          />
        )}
        <Button
          variant="secondary"
          size="small"
          icon={DisconnectIcon}
          busy={disconnect.status === 'running'}
          testId="wui-active-profile-wallet-item-disconnect-button"
          onClick={() =>
            void disconnect.run({ namespace: active.namespace, id: connection.connectorId })
          }
        >
          {profileText.profile.disconnect}
        </Button>
      </div>
    </div>
  )
}

/** Account type, if there are two, and log-in. */
function describe(user: LoginUser | undefined, namespace: Namespace): string {
  const { typeLabels } = loginText.settings
  const type = user && namespace === 'eip155' && typeLabels[user.accountType]
  return [type, formatLoginName(user)].filter(Boolean).join(' · ') || loginText.settings.embedded
}

function toSubtitle(wallet: string, { type }: Account): string {
  return [wallet, accountText.purposes[type]].filter(Boolean).join(' · ')
}
