import { createAvatar } from '../../core/theme/avatar.js'
import { OutsideImage } from './Picture.js'

export type AvatarProps = {
  readonly address: string
  /** The picture of the account's name, from the provider. */
  readonly src?: string | undefined
  readonly size?: number
  readonly testId?: string | undefined
}

/** The account's picture, or one derived from its address. */
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
