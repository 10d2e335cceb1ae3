import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { Fragment, type JSX, useEffect } from 'react'
import type { ConnectMethod } from '../../../../core/config/features.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useModalContext, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../../ui/icons/lazyIcons.js'
import { Divider } from '../../../../ui/parts/Divider.js'
import { loadComponent } from '../../../../ui/parts/Lazy.js'
import { EmailForm } from './EmailForm.js'
import { SocialButtons } from './SocialButtons.js'

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
