import { icon } from '@latchkey/parts/icons'
import { useState } from 'react'

export const FrameIcon = /* @__PURE__ */ icon(
  'M4.5 3h11A1.5 1.5 0 0117 4.5v11a1.5 1.5 0 01-1.5 1.5h-11A1.5 1.5 0 013 15.5v-11A1.5 1.5 0 014.5 3M3.25 14l3.4-3.4a1.2 1.2 0 011.7 0L14.5 17M11.75 14l1.9-1.9a1.2 1.2 0 011.7 0L17 13.75M12.75 7v.01',
)

export type NftPictureProps = {
  readonly src: string | undefined
  /** Text below the placeholder of a missing picture. */
  readonly missing?: string | undefined
}

/** An untrusted picture that fades in. No `alt`: the name is next to it. */
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
