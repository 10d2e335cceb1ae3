import * as loginText from '../../../core/text/login.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { ShieldIcon } from '../../../ui/icons/login.js'
import { Link } from '../../../ui/parts/link/Link.js'

/** The wallet's own site, named by its address: that is what tells it from a copy. */
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
