import type { SocialProvider } from '../../../../core/config/features.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { MoreIcon } from '../../../../ui/icons/lazyIcons.js'
import { SocialLogo } from '../../../../ui/icons/socialLogo.js'
import { openSocialLogin } from '../../actions/openSocialLogin.js'

/** The first provider with its name, the others as icons. */
export function SocialButtons({ disabled }: { readonly disabled: boolean }) {
  const { settings } = useWidget().stores
  const { navigate } = useActions()
  const providers = useStore(settings, (state) => state.remoteFeatures.socials || [])
  const { wide, icons, hasMore } = socialRows(providers)
  const { label, more } = loginText.socials
  return (
    <fieldset className="socials" aria-label={label} data-testid="w3m-social-login-widget">
      {wide && <SocialButton provider={wide} isWide disabled={disabled} />}
      {icons.length > 0 && (
        <div className="social-icons">
          {icons.map((provider) => (
            <SocialButton key={provider} provider={provider} disabled={disabled} />
          ))}
          {hasMore && (
            <button
              type="button"
              className="social"
              aria-label={more}
              title={more}
              aria-disabled={disabled || undefined}
              data-testid="social-selector-more"
              onClick={
                disabled ? undefined : () => navigate({ view: 'ConnectSocials', params: undefined })
              }
            >
              <MoreIcon size={24} />
            </button>
          )}
        </div>
      )}
    </fieldset>
  )
}

type SocialButtonProps = {
  readonly provider: SocialProvider
  readonly isWide?: boolean
  readonly disabled: boolean
}

function SocialButton({ provider, isWide = false, disabled }: SocialButtonProps) {
  const widget = useWidget()
  const label = loginText.socials.continueWith(loginText.providerNames[provider])
  return (
    <button
      type="button"
      className="social"
      aria-label={isWide ? undefined : label}
      title={isWide ? undefined : label}
      aria-disabled={disabled || undefined}
      data-testid={`social-selector-${provider}`}
      // Inside the click: browsers block popups opened later.
      onClick={disabled ? undefined : () => openSocialLogin(widget, { provider })}
    >
      <SocialLogo provider={provider} size={24} />
      {isWide && <span>{label}</span>}
    </button>
  )
}

type SocialRows = {
  /** Shown with its name. */
  readonly wide: SocialProvider | undefined
  /** Shown as icons. */
  readonly icons: readonly SocialProvider[]
  /** The others are in a separate view. */
  readonly hasMore: boolean
}

/** More providers than this do not fit in one row. */
const maxProviders = 6

const iconsBeforeMore = 4

/** Public surface §4.3: two providers share a row; otherwise the first has its own. */
export function socialRows(providers: readonly SocialProvider[]): SocialRows {
  if (providers.length === 2) return { wide: undefined, icons: providers, hasMore: false }
  const [wide, ...others] = providers
  const hasMore = providers.length > maxProviders
  return { wide, icons: hasMore ? others.slice(0, iconsBeforeMore) : others, hasMore }
}
