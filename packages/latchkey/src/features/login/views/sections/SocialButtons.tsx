import type { SocialProvider } from '../../../../core/config/features.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { MoreIcon } from '../../../../ui/icons/lazyIcons.js'
import { SocialLogo } from '../../../../ui/icons/socialLogo.js'
import { openSocialLogin } from '../../actions/openSocialLogin.js'

type SocialRows = {
  /** With its name. */
  readonly wide: SocialProvider | undefined
  /** By their marks alone. */
  readonly marks: readonly SocialProvider[]
  /** The rest is one press away. */
  readonly hasMore: boolean
}

/** More than this do not fit in one row of marks beside the first. */
const most = 6
const marksBeforeMore = 4

/** Public surface §4.3: two stand side by side; otherwise the first one has a row of its own. */
export function socialRows(providers: readonly SocialProvider[]): SocialRows {
  if (providers.length === 2) return { wide: undefined, marks: providers, hasMore: false }
  const [wide, ...others] = providers
  const hasMore = providers.length > most
  return { wide, marks: hasMore ? others.slice(0, marksBeforeMore) : others, hasMore }
}

/** The site's social logins: the first one large, the others by their marks. */
export function SocialButtons({ disabled }: { readonly disabled: boolean }) {
  const { settings } = useWidget().stores
  const { navigate } = useActions()
  const providers = useStore(settings, (state) => state.remoteFeatures.socials || [])
  const { wide, marks, hasMore } = socialRows(providers)
  const { label, more } = loginText.socials
  return (
    <fieldset className="socials" aria-label={label} data-testid="w3m-social-login-widget">
      {wide && <SocialButton provider={wide} isWide disabled={disabled} />}
      {marks.length > 0 && (
        <div className="social-marks">
          {marks.map((provider) => (
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
      // Called in the press itself: later the browser would keep the window from opening.
      onClick={disabled ? undefined : () => openSocialLogin(widget, { provider })}
    >
      <SocialLogo provider={provider} size={24} />
      {isWide && <span>{label}</span>}
    </button>
  )
}
