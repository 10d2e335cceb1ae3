import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { Fragment, type JSX, useEffect } from 'react'
import type { ConnectMethod } from '../../../../core/config/features.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useModalContext, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../../ui/icons/lazyIcons.js'
import { Divider } from '../../../../ui/parts/divider/Divider.js'
import { fetchComponent } from '../../../../ui/parts/fetched/fetchComponent.js'
import { EmailForm } from './EmailForm.js'
import { SocialButtons } from './SocialButtons.js'

export type LoginSectionsProps = {
  readonly params: {
    /** Wallets among them are one button. */
    readonly methods: readonly ConnectMethod[]
    /** On which side of these the list of wallets stands, if there is one. */
    readonly wallets: 'above' | 'below' | undefined
    readonly disabled: boolean
  }
}

/** The ways to connect without a wallet of one's own, and the lines between them and the wallets. */
export function LoginSections({ params: { methods, wallets, disabled } }: LoginSectionsProps) {
  const isBlocked = useIsLoggedIn() || disabled
  usePrefetchedLogin()
  const sections: { readonly [method in ConnectMethod]: JSX.Element } = {
    email: <EmailForm disabled={isBlocked} />,
    social: <SocialButtons disabled={isBlocked} />,
    wallet: <WalletsRow disabled={disabled} />,
  }
  /** Email and social logins belong together; wallets are something else. */
  const isApart = (method: ConnectMethod, index: number) => {
    const former = methods[index - 1] ?? (wallets === 'above' ? 'wallet' : method)
    return (former === 'wallet') !== (method === 'wallet')
  }
  return (
    <div className="login-sections">
      {methods.map((method, index) => (
        <Fragment key={method}>
          {isApart(method, index) && <OrDivider isEmail={method === 'email'} />}
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

/** Fetches what a login shows next, once there is time: its views all come together. */
function usePrefetchedLogin(): void {
  const modalContext = useModalContext()
  useEffect(() => {
    const { lazyViews, widget } = modalContext
    const { log, system } = widget.ports
    system.whenIdle(() => {
      fetchComponent(modalContext, lazyViews.loaderOf('EmailVerifyOtp'))
        // Whoever opens a view that did not come is told, and can try again.
        .catch((error: unknown) => log.warn('Could not prefetch a view', error))
    })
  }, [modalContext])
}

/** In place of the list of wallets, where the site wants that shorter. */
function WalletsRow({ disabled }: { readonly disabled: boolean }) {
  const { navigate } = useActions()
  return (
    <ListRow
      image={<RowIcon icon={WalletIcon} />}
      title={loginText.wallets}
      chevron
      disabled={disabled}
      testId="w3m-collapse-wallets-button"
      onPress={() => navigate({ view: 'ConnectWallets', params: undefined })}
    />
  )
}

/** Whether an embedded wallet is connected already: there is one at a time. */
export function useIsLoggedIn(): boolean {
  return useStore(useWidget().stores.connection, (state) =>
    Object.values(state).some(
      (connection) => connection.status === 'connected' && connection.wallet.type === 'AUTH',
    ),
  )
}
