import { ListRow } from '@latchkey/parts/ListRow'
import type { SocialProvider } from '../../../core/config/features.js'
import { getConnectMethods } from '../../../core/login/login.js'
import * as guideText from '../../../core/text/guide.js'
import * as loginText from '../../../core/text/login.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { SocialLogo } from '../../../ui/icons/socialLogo.js'
import { Legal } from '../../../ui/parts/Legal.js'
import { Link, QuestionLine } from '../../../ui/parts/Link.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { useLegal } from '../../../ui/parts/useLegal.js'
import { openSocialLogin } from '../actions/openSocialLogin.js'
import { EmailForm } from './sections/EmailForm.js'
import { LoginSections, useIsLoggedIn } from './sections/LoginSections.js'

/** For visitors without a wallet: logging in creates one. */
export function CreateView() {
  const { navigate } = useActions()
  const legal = useLegal()
  const methods = useStores(['settings', 'registry'], getConnectMethods)
  const { lead, ownQuestion, ownAction } = guideText.create
  return (
    <Stack gap={16}>
      <p className="lead">{lead}</p>
      {legal.way === 'tick' && <Legal params={legal} />}
      <LoginSections
        params={{
          methods: methods.filter((method) => method !== 'wallet'),
          wallets: undefined,
          disabled: legal.isPending,
        }}
      />
      <QuestionLine question={ownQuestion}>
        <Link
          testId="w3m-wallet-guide-explore"
          onClick={() => navigate({ view: 'GetWallet', params: undefined })}
        >
          {ownAction}
        </Link>
      </QuestionLine>
      {legal.way === 'footer' && <Legal params={legal} />}
    </Stack>
  )
}

export function EmailLoginView() {
  return (
    <Stack gap={16}>
      <EmailForm disabled={useIsLoggedIn()} focused />
      <p className="aside">{loginText.email.lead}</p>
    </Stack>
  )
}

export function ConnectSocialsView() {
  const widget = useWidget()
  const legal = useLegal()
  const socials = useStore(widget.stores.settings, (state) => state.remoteFeatures.socials || [])
  const isLoggedIn = useIsLoggedIn()
  const disabled = isLoggedIn || legal.isPending
  return (
    <Stack gap={16}>
      {legal.way === 'tick' && <Legal params={legal} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers */}
      <ul className="row-list" role="list" aria-label={loginText.socials.label}>
        {socials.map((provider) => (
          <li key={provider}>
            <ListRow
              image={<LogoTile provider={provider} />}
              title={loginText.providerNames[provider]}
              chevron
              disabled={disabled}
              testId={`social-selector-${provider}`}
              onClick={() => openSocialLogin(widget, { provider })}
            />
          </li>
        ))}
      </ul>
      {legal.way === 'footer' && <Legal params={legal} />}
    </Stack>
  )
}

function LogoTile({ provider }: { readonly provider: SocialProvider }) {
  return (
    <span className="row-icon row-icon-neutral social-tile">
      <SocialLogo provider={provider} size={24} />
    </span>
  )
}
