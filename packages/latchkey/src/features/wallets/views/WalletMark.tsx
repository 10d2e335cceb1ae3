import type { PublicConnection } from '../../../core/connection/list.js'
import { LoginMark } from '../../../ui/parts/login-mark/LoginMark.js'
import { WalletImage } from '../../../ui/parts/wallet-image/WalletImage.js'

type WalletMarkProps = Pick<PublicConnection, 'name' | 'icon' | 'auth'>

/** The wallet's picture; of the embedded one the login's. */
export function WalletMark({ name, icon, auth }: WalletMarkProps) {
  return auth ? <LoginMark provider={auth.name} /> : <WalletImage name={name} src={icon} />
}
