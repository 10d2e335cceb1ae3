import { CopyIcon, KeyIcon } from '@latchkey/parts/icons'
import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { disconnectWallet } from '../../../core/connection/actions/disconnectWallet.js'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import { formatLoginName, shortenAddress } from '../../../core/format/format.js'
import { accountTypeScope, setAccountType } from '../../../core/login/actions/setAccountType.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as accountText from '../../../core/text/account.js'
import * as loginText from '../../../core/text/login.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useIdentity } from '../../../ui/hooks/useResource.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { DisconnectIcon, ShieldIcon, SwapIcon } from '../../../ui/icons/lazyIcons.js'
import { Avatar } from '../../../ui/parts/Avatar.js'
import { ChooseNameRow } from '../../../ui/parts/ChooseNameRow.js'
import { Link } from '../../../ui/parts/Link.js'
import { LoginMark } from '../../../ui/parts/LoginMark.js'
import { NetworkImage } from '../../../ui/parts/Picture.js'
import { SessionsRow } from '../../../ui/parts/SessionsRow.js'
import { Stack } from '../../../ui/parts/Stack.js'

/** Settings of the embedded wallet. */
export function AccountSettingsView() {
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  if (!connection) return null
  return (
    <Stack gap={16}>
      <Head connection={connection} />
      <Stack gap={8}>
        <LoginRow />
        <NetworkRow />
        <TypeRow />
        {connection.wallet.type === 'AUTH' && (
          <>
            <SecurityRow />
            <SiteRow />
          </>
        )}
        <SessionsRow account={connection.active} />
        <ChooseNameRow account={connection.active} />
        <DisconnectRow connection={connection} />
      </Stack>
    </Stack>
  )
}

const providerNames: { readonly [provider: string]: string } = loginText.providerNames

type ConnectionProps = { readonly connection: Connected }

function Head({ connection: { active } }: ConnectionProps) {
  const { stores } = useWidget()
  const { copyText } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state, active.namespace))
  const { avatar } = useIdentity(active.address, network)
  const { copyAddress, addressCopied } = accountText.account
  return (
    <div className="settings-head">
      <Avatar address={active.address} src={avatar} size={48} />
      <button
        type="button"
        className="settings-address"
        title={active.address}
        data-testid="account-settings-address"
        onClick={() => copyText({ text: active.address, done: addressCopied })}
      >
        <span className="visually-hidden">{copyAddress} </span>
        <bdi>{shortenAddress(active.address)}</bdi>
        <CopyIcon size={16} />
      </button>
    </div>
  )
}

/** An email address can be changed, a social log-in cannot. */
function LoginRow() {
  const { navigate } = useActions()
  const user = useStore(useWidget().stores.login, (state) => state.user)
  const isEmail = user?.authProvider === 'email'
  const provider = providerNames[user?.authProvider ?? ''] ?? user?.authProvider ?? ''
  const name = formatLoginName(user)
  if (name === undefined) return null
  return (
    <ListRow
      image={<LoginMark provider={user?.authProvider} />}
      title={name}
      subtitle={isEmail ? loginText.settings.email : loginText.settings.loggedInWith(provider)}
      chevron={isEmail}
      testId="w3m-account-email-update"
      onClick={
        isEmail ? () => navigate({ view: 'UpdateEmailWallet', params: undefined }) : undefined
      }
    />
  )
}

function NetworkRow() {
  const { config, stores } = useWidget()
  const { navigate } = useActions()
  const { network, count } = useStore(stores.network, (state) => ({
    network: getActiveNetwork(state),
    count: state.networks.length,
  }))
  const canSwitch = config.networkSwitch && count > 1
  return (
    <ListRow
      image={<NetworkImage name={network?.name ?? '?'} src={network?.imageUrl} />}
      title={network?.name ?? loginText.settings.noNetwork}
      subtitle={loginText.settings.network}
      chevron={canSwitch}
      testId="account-switch-network-button"
      onClick={canSwitch ? () => navigate({ view: 'Networks', params: undefined }) : undefined}
    />
  )
}

/** Only on networks with smart accounts. */
function TypeRow() {
  const widget = useWidget()
  const { modal, network, login } = widget.stores
  const { user, smartAccountNetworks } = useStore(login, (state) => state)
  const chain = useStore(network, (state) => getActiveNetwork(state))
  const isBusy = useStore(modal, ({ busy }) => busy.includes(accountTypeScope))
  const { run } = useAction(setAccountType)
  const isPossible =
    chain?.namespace === 'eip155' && smartAccountNetworks?.includes(Number(chain.reference))
  if (!user || !isPossible) return null
  const other = user.accountType === 'eoa' ? 'smartAccount' : 'eoa'
  return (
    <ListRow
      image={<RowIcon icon={SwapIcon} />}
      title={loginText.settings.switchTo[other]}
      subtitle={loginText.settings.nowIn[user.accountType]}
      busy={isBusy}
      testId="account-toggle-preferred-account-type"
      onClick={() => void run({ type: other })}
    />
  )
}

function SecurityRow() {
  const { navigate } = useActions()
  const { security, securityText } = loginText.settings
  return (
    <ListRow
      image={<RowIcon icon={KeyIcon} />}
      title={security}
      subtitle={securityText}
      chevron
      testId="account-security-button"
      onClick={() => navigate({ view: 'WalletSecurity', params: undefined })}
    />
  )
}

/** Hidden on the login site itself. */
function SiteRow() {
  const { config, ports } = useWidget()
  const { navigate, recordEvent } = useActions()
  const { upgrade, upgradeText } = loginText.settings
  const isLoginSite =
    config.loginUrl && new URL(config.loginUrl).origin === ports.page.metadata().url
  if (!config.loginUrl || isLoginSite) return null
  return (
    <ListRow
      image={<RowIcon icon={ShieldIcon} />}
      title={upgrade}
      subtitle={upgradeText}
      chevron
      testId="w3m-wallet-upgrade-card"
      onClick={() => {
        recordEvent({ event: 'EMAIL_UPGRADE_FROM_MODAL' })
        navigate({ view: 'UpgradeEmailWallet', params: undefined })
      }}
    />
  )
}

function DisconnectRow({ connection }: ConnectionProps) {
  const { run, status } = useAction(disconnectWallet)
  return (
    <ListRow
      image={<RowIcon icon={DisconnectIcon} />}
      title={loginText.settings.disconnect}
      busy={status === 'running'}
      testId="disconnect-button"
      onClick={() =>
        void run({ namespace: connection.active.namespace, id: connection.connectorId })
      }
    />
  )
}

/** Links to the wallet's own site. The host is shown, so that a copy can be recognized. */
export function UpgradeWalletView() {
  const { loginUrl } = useWidget().config
  if (!loginUrl) return null
  const { title, text, note } = loginText.upgrade
  return (
    <div className="login-page">
      <span className="login-sign">
        <ShieldIcon size={32} />
      </span>
      <h2 className="attempt-title">{title}</h2>
      <p className="attempt-text">{text}</p>
      <Link href={loginUrl} testId="w3m-secure-website-button">
        {new URL(loginUrl).host}
      </Link>
      <p className="attempt-text">{note}</p>
    </div>
  )
}
