import { type ReactNode, useState } from 'react'
import { toImageUrl } from '../../../core/wallets/sanitize.js'

export type OutsideImageProps = {
  readonly src: string | undefined
  readonly size: number
  /** Shown where there is no picture, or it does not come. */
  readonly instead: ReactNode
}

/** A picture the page's owner has no hand in. It never names its subject: the text beside it does. */
export function OutsideImage({ src: given, size, instead }: OutsideImageProps) {
  const [failed, setFailed] = useState<string>()
  const src = toImageUrl(given)
  if (src === undefined || src === failed) return instead
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  )
}
