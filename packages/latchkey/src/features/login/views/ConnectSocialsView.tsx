import type { SocialProvider } from '../../../core/config/features.js'
import * as loginText from '../../../core/text/login.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { SocialLogo } from '../../../ui/icons/socialLogo.js'
import { Legal } from '../../../ui/parts/legal/Legal.js'
import { useLegal } from '../../../ui/parts/legal/useLegal.js'
import { ListRow } from '../../../ui/parts/list-row/ListRow.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { openSocialLogin } from '../actions/openSocialLogin.js'
import { useIsLoggedIn } from './sections/LoginSections.js'

/** Every social login by name. */
export function ConnectSocialsView() {
  const widget = useWidget()
  const legal = useLegal()
  const socials = useStore(widget.stores.settings, (state) => state.remoteFeatures.socials || [])
  const isLoggedIn = useIsLoggedIn()
  const disabled = isLoggedIn || legal.isAwaited
  return (
    <Stack gap={16}>
      {legal.way === 'tick' && <Legal params={legal} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className="row-list" role="list" aria-label={loginText.socials.label}>
        {socials.map((provider) => (
          <li key={provider}>
            <ListRow
              image={<LogoTile provider={provider} />}
              title={loginText.providerNames[provider]}
              chevron
              disabled={disabled}
              testId={`social-selector-${provider}`}
              onPress={() => openSocialLogin(widget, { provider })}
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
