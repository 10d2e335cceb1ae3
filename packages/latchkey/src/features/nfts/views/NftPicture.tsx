import { useState } from 'react'
import { FrameIcon } from './icons.js'

export type NftPictureProps = {
  readonly src: string | undefined
  /** Said under the mark that stands for a picture which cannot be shown. */
  readonly missing?: string | undefined
}

/** A picture from outside, which fades in. It never names its subject: the text beside it does. */
export function NftPicture({ src, missing }: NftPictureProps) {
  const [shown, setShown] = useState<string>()
  const [broken, setBroken] = useState<string>()
  if (src === undefined || src === broken) {
    return (
      <span className="nft-mark" data-testid="nft-picture-missing">
        <FrameIcon size={28} />
        {missing}
      </span>
    )
  }
  return (
    <img
      className="nft-image"
      data-shown={src === shown}
      src={src}
      alt=""
      decoding="async"
      loading="lazy"
      draggable={false}
      referrerPolicy="no-referrer"
      onLoad={() => setShown(src)}
      onError={() => setBroken(src)}
    />
  )
}
