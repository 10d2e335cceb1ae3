import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { Fragment, type JSX, useEffect } from 'react'
import type { ConnectMethod, SocialProvider } from '../../../../core/config/features.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useModalContext, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { MoreIcon, WalletIcon } from '../../../../ui/icons/lazyIcons.js'
import { SocialLogo } from '../../../../ui/icons/socialLogo.js'
import { Divider } from '../../../../ui/parts/Divider.js'
import { loadComponent } from '../../../../ui/parts/Lazy.js'
import { openSocialLogin } from '../../actions/openSocialLogin.js'
import { EmailForm } from './EmailForm.js'

export type LoginSectionsProps = {
  readonly params: {
    /** `wallet` is one button here. */
    readonly methods: readonly ConnectMethod[]
    /** Where the list of wallets is, if there is one. */
    readonly wallets: 'above' | 'below' | undefined
    readonly disabled: boolean
  }
}

/** Email and social log-ins, with dividers between them and the wallets. */
export function LoginSections({ params: { methods, wallets, disabled } }: LoginSectionsProps) {
  const isBlocked = useIsLoggedIn() || disabled
  usePrefetchedLogin()
  const sections: { readonly [method in ConnectMethod]: JSX.Element } = {
    email: <EmailForm disabled={isBlocked} />,
    social: <SocialButtons disabled={isBlocked} />,
    wallet: <WalletsRow disabled={disabled} />,
  }
  /** Only wallets are separated by a divider. */
  const isSeparated = (method: ConnectMethod, index: number) => {
    const previous = methods[index - 1] ?? (wallets === 'above' ? 'wallet' : method)
    return (previous === 'wallet') !== (method === 'wallet')
  }
  return (
    <div className="login-sections">
      {methods.map((method, index) => (
        <Fragment key={method}>
          {isSeparated(method, index) && <OrDivider isEmail={method === 'email'} />}
          {sections[method]}
        </Fragment>
      ))}
      {wallets === 'below' && <OrDivider isEmail={methods.includes('email')} />}
    </div>
  )
}

function OrDivider({ isEmail }: { readonly isEmail: boolean }) {
  return <Divider testId={isEmail ? 'w3m-email-login-or-separator' : 'wui-separator'} />
}

/** Prefetches the log-in views when the page is idle. */
function usePrefetchedLogin(): void {
  const modalContext = useModalContext()
  useEffect(() => {
    const { lazyViews, widget } = modalContext
    const { log, system } = widget.ports
    system.whenIdle(() => {
      loadComponent(modalContext, lazyViews.getLoader('EmailVerifyOtp'))
        // Retried, with an error message, when a view opens.
        .catch((error: unknown) => log.warn('Could not prefetch a view', error))
    })
  }, [modalContext])
}

/** Replaces the list of wallets if the site collapses it. */
function WalletsRow({ disabled }: { readonly disabled: boolean }) {
  const { navigate } = useActions()
  return (
    <ListRow
      image={<RowIcon icon={WalletIcon} />}
      title={loginText.wallets}
      chevron
      disabled={disabled}
      testId="w3m-collapse-wallets-button"
      onClick={() => navigate({ view: 'ConnectWallets', params: undefined })}
    />
  )
}

/** Only one embedded wallet can be connected at a time. */
export function useIsLoggedIn(): boolean {
  return useStore(useWidget().stores.connection, (state) =>
    Object.values(state).some(
      (connection) => connection.status === 'connected' && connection.wallet.type === 'AUTH',
    ),
  )
}

/** The first provider with its name, the others as icons. */
function SocialButtons({ disabled }: { readonly disabled: boolean }) {
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
