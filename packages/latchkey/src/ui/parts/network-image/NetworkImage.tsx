import { Picture } from '../wallet-image/Picture.js'

export type NetworkImageProps = {
  readonly name: string
  readonly src?: string | undefined
  readonly size?: 20 | 28 | 40 | 72
}

export function NetworkImage({ name, src, size = 40 }: NetworkImageProps) {
  return <Picture name={name} src={src} size={size} shape="round" />
}
