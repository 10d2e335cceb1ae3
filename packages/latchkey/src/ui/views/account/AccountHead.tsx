import { ChevronDownIcon, ChevronIcon, CopyIcon, ExternalIcon } from '@latchkey/parts/icons'
import type { Namespace } from '@latchkey/wire/caip'
import type { ConnectorId } from '../../../core/connection/family.js'
import type { Connected } from '../../../core/connection/store.js'
import { formatLoginName, shortenAddress, shortenName } from '../../../core/format/format.js'
import type { LoginUser } from '../../../core/login/store.js'
import type { Network } from '../../../core/network/network.js'
import { getExplorerUrl } from '../../../core/network/networkUrls.js'
import * as limits from '../../../core/runtime/limits.js'
import * as accountText from '../../../core/text/account.js'
import * as loginText from '../../../core/text/login.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useIdentity } from '../../hooks/useResource.js'
import { useStore } from '../../hooks/useStore.js'
import { DisconnectIcon } from '../../icons/lazyIcons.js'
import { Avatar } from '../../parts/Avatar.js'
import { Badge } from '../../parts/Badge.js'
import { IconButton } from '../../parts/IconButton.js'
import { IconLink } from '../../parts/Link.js'
import { LoginMark } from '../../parts/LoginMark.js'
import { WalletImage } from '../../parts/Picture.js'

type AccountHeadProps = {
  readonly connection: Connected
  readonly network: Network | undefined
}

/** Name, picture and address of the account. */
export function AccountHead({ connection, network }: AccountHeadProps) {
  const { copyText, navigate } = useActions()
  const user = useStore(useWidget().stores.login, (state) => state.user)
  const isEmbedded = connection.wallet.type === 'AUTH'
  const { address } = connection.active
  const { name, avatar } = useIdentity(address, network)
  const explorer = getExplorerUrl(network, 'address', address)
  const text = accountText.account
  const shown =
    name === undefined ? shortenAddress(address) : shortenName(name, limits.chipNameLength)
  return (
    <>
      <Avatar address={address} src={avatar} size={64} testId="single-account-avatar" />
      <div className="account-line">
        <button
          type="button"
          className="chip"
          aria-label={text.wallets(shown)}
          title={name ?? address}
          data-testid="wui-wallet-switch"
          onClick={() => navigate({ view: 'ProfileWallets', params: undefined })}
        >
          {isEmbedded ? (
            <LoginMark provider={user?.authProvider} size={28} />
          ) : (
            <WalletImage name={connection.wallet.name} src={connection.wallet.icon} size={28} />
          )}
          <bdi className="chip-text">{shown}</bdi>
          <ChevronDownIcon size={16} />
        </button>
        <IconButton
          icon={CopyIcon}
          label={text.copyAddress}
          onClick={() => copyText({ text: address, done: text.addressCopied })}
          testId="account-settings-address"
        />
        {explorer && <IconLink icon={ExternalIcon} label={text.explorer} href={explorer} />}
        <DisconnectButton namespace={connection.active.namespace} id={connection.connectorId} />
      </div>
      {isEmbedded && <LoginLine user={user} namespace={connection.active.namespace} />}
    </>
  )
}

/** The log-in and, if there are two, the account type; opens the settings of the embedded wallet. */
function LoginLine({
  user,
  namespace,
}: {
  readonly user: LoginUser | undefined
  readonly namespace: Namespace
}) {
  const { navigate } = useActions()
  const { open, types, embedded } = loginText.settings
  return (
    <button
      type="button"
      className="account-login"
      title={user?.email ?? user?.userName}
      data-testid="account-settings-button"
      onClick={() => navigate({ view: 'AccountSettings', params: undefined })}
    >
      <bdi className="chip-text">{formatLoginName(user) ?? embedded}</bdi>
      {user && namespace === 'eip155' && <Badge>{types[user.accountType]}</Badge>}
      <span className="visually-hidden">{open}</span>
      <ChevronIcon size={16} />
    </button>
  )
}

/** At the top: below a list that loads while scrolling it would be hard to reach. */
function DisconnectButton(wallet: { readonly namespace: Namespace; readonly id: ConnectorId }) {
  const disconnect = useAction('disconnect')
  return (
    <IconButton
      icon={DisconnectIcon}
      label={accountText.account.disconnect}
      busy={disconnect.status === 'running'}
      onClick={() => disconnect.run(wallet)}
      testId="disconnect-button"
    />
  )
}
