import type { JSX } from 'react'

export type Icon = (props: { readonly size?: number }) => JSX.Element

/** A 20 px stroke drawing. Decoration only: whoever shows it says its meaning in words. */
export function icon(path: string, options?: { readonly directional?: boolean }): Icon {
  return ({ size = 20 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={options?.directional ? 'icon icon-directional' : 'icon'}
    >
      <path d={path} />
    </svg>
  )
}
