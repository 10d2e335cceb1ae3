import { type ReactNode, useState } from 'react'
import { toImageUrl } from '../../core/wallets/sanitize.js'

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

type OutsideImageProps = {
  readonly src: string | undefined
  readonly size: number
  /** Shown if there is no picture or it fails to load. */
  readonly instead: ReactNode
}

/** An untrusted picture. No `alt`: the text next to it names its subject. */
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

type WalletImageProps = {
  readonly name: string
  /** `https:` and `data:` only; otherwise, or if it fails to load, the first letter is shown. */
  readonly src?: string | undefined
  readonly size?: 28 | 40 | 72
}

export function WalletImage({ name, src, size = 40 }: WalletImageProps) {
  return <Picture name={name} src={src} size={size} shape="tile" />
}

type NetworkImageProps = {
  readonly name: string
  readonly src?: string | undefined
  readonly size?: 20 | 28 | 40 | 72
}

export function NetworkImage({ name, src, size = 40 }: NetworkImageProps) {
  return <Picture name={name} src={src} size={size} shape="round" />
}
