import type { JSX } from 'react'
import type { SocialProvider } from '../../core/config/features.js'

export type SocialLogoProps = { readonly provider: SocialProvider; readonly size?: number }

/** The logo of a log-in provider. Decorative: a text next to it names the provider. */
export function SocialLogo({ provider, size = 20 }: SocialLogoProps) {
  return (
    <svg
      className="social-logo"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[provider]}
    </svg>
  )
}

const farcaster = {
  colour: '#7c5cd6',
  path: 'M4.6 3h10.8v2h1.9v1.9h-.9v8.2h.9V17h-4.5v-1.9h.7v-3.4a3.5 3.5 0 0 0-7 0v3.4h.7V17H2.7v-1.9h.9V6.9h-.9V5h1.9z',
}

/** The Farcaster logo as an image, for the middle of a QR code. */
export const farcasterImage = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 28 28"><path fill="#fff" d="M-4-4h28v28H-4z"/><path fill="${farcaster.colour}" d="${farcaster.path}"/></svg>`,
)}`

const shapes: { readonly [provider in SocialProvider]: JSX.Element } = {
  google: (
    <g fill="none" strokeWidth="3.1">
      <path stroke="#ea4335" d="M14.6 5.4A6.5 6.5 0 0 0 4.3 6.9" />
      <path stroke="#fbbc05" d="M4.3 6.9A6.5 6.5 0 0 0 4.3 13.1" />
      <path stroke="#34a853" d="M4.3 13.1A6.5 6.5 0 0 0 14.2 15" />
      <path stroke="#4285f4" d="M14.2 15A6.5 6.5 0 0 0 16.5 10H10.2" />
    </g>
  ),
  x: (
    <path d="M3 3.2h4.1l3.6 5 4.2-5h1.9l-5.2 6.3 5.7 7.8h-4.1l-4-5.5-4.5 5.5H2.8l5.5-6.7zm2.6 1.4 8.3 11.3h.9L6.5 4.6z" />
  ),
  discord: (
    <path
      fill="#5865f2"
      fillRule="evenodd"
      d="M7.4 4.2c.3 0 .5.3.6.6a12 12 0 0 1 4 0c.1-.3.3-.6.6-.6 1.2.2 2.3.6 3.3 1.1 1.8 2.7 2.7 5.7 2.4 9a12 12 0 0 1-4 1.9c-.3 0-.5-.2-.6-.4l-.6-1.1a9 9 0 0 1-6.2 0l-.6 1.1c-.1.2-.3.4-.6.4a12 12 0 0 1-4-1.9c-.3-3.3.6-6.3 2.4-9 1-.5 2.1-.9 3.3-1.1M7.3 12.3a1.6 1.8 0 1 0 0-3.6 1.6 1.8 0 0 0 0 3.6m5.4 0a1.6 1.8 0 1 0 0-3.6 1.6 1.8 0 0 0 0 3.6"
    />
  ),
  farcaster: <path fill={farcaster.colour} d={farcaster.path} />,
  github: (
    <path d="M4.3 3.2c1.1 0 2.3.5 3.3 1.3a9 9 0 0 1 4.8 0c1-.8 2.2-1.3 3.3-1.3.5 1.2.5 2.4.1 3.5a5 5 0 0 1 1 3c0 3.2-1.9 4.6-4.6 5 .5.6.6 1.2.6 2v1.6H7.2v-1.5c-2 .4-2.9-.3-3.5-1.5-.3-.6-.7-1.1-1.2-1.4-.4-.3 0-.5.4-.4.9.1 1.4.7 1.8 1.3.6.9 1.4 1.1 2.5.8.1-.4.3-.7.6-1-2.7-.3-4.6-1.7-4.6-4.9a5 5 0 0 1 1-3c-.4-1.1-.4-2.3.1-3.5" />
  ),
  apple: (
    <path d="M12.9 1.6c.1 1.7-1.3 3.6-3.1 3.7-.2-1.7 1.4-3.6 3.1-3.7M12.6 5.5c1.6 0 2.9.7 3.7 1.9-3 1.8-2.4 5.9.5 7.1-.8 2-2.2 4-3.7 4-1.1 0-1.5-.7-2.8-.7s-1.8.7-2.8.7c-2 0-4.7-4-4.7-7.6 0-3.4 2.1-5.3 4.3-5.3 1.3 0 2.4.8 3.2.8s1.4-.9 2.3-.9" />
  ),
  facebook: (
    <>
      <circle cx="10" cy="10" r="8.5" fill="#1877f2" />
      <path
        fill="#fff"
        d="M11.3 18.4v-6h2l.4-2.4h-2.4V8.6c0-.8.4-1.4 1.4-1.4h1.1V5.1c-.5-.1-1.1-.2-1.7-.2-2 0-3.2 1.2-3.2 3.3V10H6.7v2.4h2.2v6z"
      />
    </>
  ),
}
