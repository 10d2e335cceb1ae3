import { createAvatar } from '../../core/theme/avatar.js'
import { OutsideImage } from './Picture.js'

export type AvatarProps = {
  readonly address: string
  /** A picture the account's owner chose, as the provider passes it on. */
  readonly src?: string | undefined
  readonly size?: number
  readonly testId?: string | undefined
}

/** The account's own picture, or a mark that is the same wherever its address is shown. */
export function Avatar({ address, src, size = 40, testId }: AvatarProps) {
  return (
    <span className="avatar" data-testid={testId}>
      <OutsideImage src={src} size={size} instead={<Mark address={address} size={size} />} />
    </span>
  )
}

function Mark({ address, size }: { readonly address: string; readonly size: number }) {
  const mark = createAvatar(address)
  return (
    <svg width={size} height={size} viewBox={`0 0 ${mark.size} ${mark.size}`} aria-hidden="true">
      <rect width={mark.size} height={mark.size} fill={mark.background} />
      <path d={mark.path} fill={mark.foreground} />
    </svg>
  )
}
