import { icon } from '@latchkey/parts/icons'
import { useState } from 'react'

/** A picture in its frame. */
export const FrameIcon = /* @__PURE__ */ icon(
  'M4.5 3h11A1.5 1.5 0 0117 4.5v11a1.5 1.5 0 01-1.5 1.5h-11A1.5 1.5 0 013 15.5v-11A1.5 1.5 0 014.5 3M3.25 14l3.4-3.4a1.2 1.2 0 011.7 0L14.5 17M11.75 14l1.9-1.9a1.2 1.2 0 011.7 0L17 13.75M12.75 7v.01',
)

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
