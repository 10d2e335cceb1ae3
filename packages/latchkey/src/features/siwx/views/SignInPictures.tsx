import { CheckIcon, CloseIcon } from '@latchkey/parts/icons'
import type { WalletInfo } from '../../../core/connection/store.js'
import { LoginMark } from '../../../ui/parts/LoginMark.js'
import { Picture } from '../../../ui/parts/Picture.js'

const size = 64

type SignInPicturesProps = {
  readonly site: { readonly name: string; readonly icon: string | undefined }
  readonly wallet: WalletInfo | undefined
  readonly state: 'waiting' | 'failed' | 'signed'
}

const marks = { waiting: undefined, failed: CloseIcon, signed: CheckIcon }

/** The site and the wallet side by side. Decorative: the text names both. */
export function SignInPictures({ site, wallet, state }: SignInPicturesProps) {
  const Mark = marks[state]
  return (
    <div className="signin-pictures" data-state={state} aria-hidden="true">
      <span className="signin-picture signin-site">
        <Picture name={site.name} src={site.icon} size={size} shape="tile" />
      </span>
      <span className="signin-picture signin-wallet">
        {wallet?.type === 'AUTH' ? (
          <span className="signin-login">
            <LoginMark provider={wallet.social} />
          </span>
        ) : (
          <Picture name={wallet?.name ?? ''} src={wallet?.icon} size={size} shape="tile" />
        )}
      </span>
      {Mark && (
        <span className="signin-mark">
          <Mark size={16} />
        </span>
      )}
    </div>
  )
}
