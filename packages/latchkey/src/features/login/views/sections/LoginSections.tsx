import { Fragment, type JSX } from 'react'
import type { ConnectMethod } from '../../../../core/config/features.js'
import { Divider } from '../../../../ui/parts/divider/Divider.js'
import { EmailForm } from './EmailForm.js'
import { SocialButtons } from './SocialButtons.js'
import { useIsLoggedIn } from './useIsLoggedIn.js'
import { usePrefetchedLogin } from './usePrefetchedLogin.js'
import { WalletsRow } from './WalletsRow.js'

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
