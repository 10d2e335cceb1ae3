import { avatarOf } from '../../../core/theme/avatar.js'
import { isPicture, Picture } from '../wallet-image/Picture.js'

export type AvatarProps = {
  readonly address: string
  /** A picture the account's owner chose. */
  readonly src?: string | undefined
  readonly size?: number
  readonly testId?: string | undefined
}

/** The account's own picture, or a mark that is the same wherever its address is shown. */
export function Avatar({ address, src, size = 40, testId }: AvatarProps) {
  if (src !== undefined && isPicture(src)) {
    return (
      <span data-testid={testId}>
        <Picture name={address} src={src} size={size} shape="round" />
      </span>
    )
  }
  const mark = avatarOf(address)
  return (
    <span className="avatar" data-testid={testId}>
      <svg width={size} height={size} viewBox={`0 0 ${mark.size} ${mark.size}`} aria-hidden="true">
        <rect width={mark.size} height={mark.size} fill={mark.background} />
        <path d={mark.path} fill={mark.foreground} />
      </svg>
    </span>
  )
}
