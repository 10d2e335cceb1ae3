import { Picture } from './Picture.js'

export type TokenImageProps = {
  readonly symbol: string
  readonly src?: string | undefined
  readonly size?: 20 | 28 | 40
}

export function TokenImage({ symbol, src, size = 40 }: TokenImageProps) {
  return <Picture name={symbol} src={src} size={size} shape="round" />
}
