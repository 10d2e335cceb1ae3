import { useState } from 'react'

export type PictureProps = {
  readonly name: string
  readonly src?: string | undefined
  readonly size: number
  readonly shape: 'tile' | 'round'
}

/** An image from outside. It never names its subject: the text beside it does. */
export function Picture({ name, src, size, shape }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const usable = src !== undefined && src !== failed && isPicture(src)
  return (
    <span
      className={`picture picture-${shape}`}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.max(12, size * 0.42) }}
    >
      {usable ? (
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
      ) : (
        <span className="picture-letter" aria-hidden="true">
          {firstLetter(name)}
        </span>
      )}
    </span>
  )
}

/** Only what travels unread and cannot run; a provider on this very device counts as such. */
export function isPicture(address: string): boolean {
  return /^(https:\/\/|data:image\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/i.test(address)
}

function firstLetter(name: string): string {
  const [letter = '?'] = name.trim()
  return letter.toUpperCase()
}
