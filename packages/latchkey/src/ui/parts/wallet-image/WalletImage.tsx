import { Picture } from './Picture.js'

export type WalletImageProps = {
  readonly name: string
  /** `https:` and `data:` only; anything else, and what does not load, shows the first letter. */
  readonly src?: string | undefined
  readonly size?: 28 | 40 | 72
}

export function WalletImage({ name, src, size = 40 }: WalletImageProps) {
  return <Picture name={name} src={src} size={size} shape="tile" />
}
