import { type SocialProvider, socialProviders } from '../../core/config/features.js'
import { MailIcon } from '../icons/lazyIcons.js'
import { SocialLogo } from '../icons/socialLogo.js'

export type LoginMarkProps = {
  /** `email`, or a social provider. */
  readonly provider: string | undefined
  readonly size?: 20 | 28 | 40
}

/** The logo of the log-in method, as large as a wallet image. */
export function LoginMark({ provider, size = 40 }: LoginMarkProps) {
  const social = socialProviders.find((one): one is SocialProvider => one === provider)
  const markSize = size === 40 ? 22 : 16
  return (
    <span className="login-mark" style={{ inlineSize: size, blockSize: size }}>
      {social ? <SocialLogo provider={social} size={markSize} /> : <MailIcon size={markSize} />}
    </span>
  )
}
