import { OutsideImage } from '../outside-image/OutsideImage.js'

export type PictureProps = {
  readonly name: string
  readonly src?: string | undefined
  readonly size: number
  readonly shape: 'tile' | 'round'
}

/** The image of a wallet, a network or a token, or the first letter of its name. */
export function Picture({ name, src, size, shape }: PictureProps) {
  return (
    <span
      aria-hidden="true"
      className={`picture picture-${shape}`}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.max(12, size * 0.42) }}
    >
      <OutsideImage src={src} size={size} instead={firstLetter(name)} />
    </span>
  )
}

function firstLetter(name: string): string {
  const [letter = '?'] = name.trim()
  return letter.toUpperCase()
}
