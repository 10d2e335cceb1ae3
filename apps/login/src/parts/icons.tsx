import type { ReactNode } from 'react'

export type Icon = (props: { readonly size?: number }) => ReactNode

/** A 20 px stroke drawing. Decoration only: its meaning is in the text beside it. */
function icon(path: string, className?: string): Icon {
  return ({ size = 20 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      <path d={path} />
    </svg>
  )
}

const circle = 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15'

export const CheckIcon = /* @__PURE__ */ icon('M4.5 10.5l3.75 3.75L15.5 6.5')
export const WarningIcon = /* @__PURE__ */ icon(
  'M10 7.5v3.25M10 13.75v.01M8.6 3.6L2.3 14.4a1.6 1.6 0 001.4 2.4h12.6a1.6 1.6 0 001.4-2.4L11.4 3.6a1.6 1.6 0 00-2.8 0',
)
export const ErrorIcon = /* @__PURE__ */ icon(`${circle}M10 6.5V10.5M10 13.5v.01`)
export const InfoIcon = /* @__PURE__ */ icon(`${circle}M10 9.5v4M10 6.5v.01`)
export const CopyIcon = /* @__PURE__ */ icon(
  'M7.5 7.5V5a2 2 0 012-2H15a2 2 0 012 2v5.5a2 2 0 01-2 2h-2.5M5 7.5h5.5a2 2 0 012 2V15a2 2 0 01-2 2H5a2 2 0 01-2-2V9.5a2 2 0 012-2',
)
export const KeyIcon = /* @__PURE__ */ icon(
  'M7 16.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7M9.5 10.5l6.75-6.75M13.5 6.5l2.5 2.5',
)
export const MailIcon = /* @__PURE__ */ icon(
  'M4.5 4.5h11a1.75 1.75 0 011.75 1.75v7.5a1.75 1.75 0 01-1.75 1.75h-11a1.75 1.75 0 01-1.75-1.75v-7.5A1.75 1.75 0 014.5 4.5M3.25 6l6.75 5 6.75-5',
)
export const GlobeIcon = /* @__PURE__ */ icon(
  `${circle}M2.75 10h14.5M10 2.5c2 2.1 3 4.6 3 7.5s-1 5.4-3 7.5c-2-2.1-3-4.6-3-7.5s1-5.4 3-7.5`,
)
export const WindowIcon = /* @__PURE__ */ icon('M7 5.5h7.5V13M14.25 5.75L5.5 14.5')
export const EyeIcon = /* @__PURE__ */ icon(
  'M2.5 10c1.6-3.2 4.2-5 7.5-5s5.9 1.8 7.5 5c-1.6 3.2-4.2 5-7.5 5s-5.9-1.8-7.5-5M10 12.25a2.25 2.25 0 100-4.5 2.25 2.25 0 000 4.5',
)
export const ShieldIcon = /* @__PURE__ */ icon(
  'M10 2.75l6 2.25v4.5c0 3.75-2.4 6.4-6 7.75-3.6-1.35-6-4-6-7.75V5zM7.25 9.9l2 2 3.6-3.8',
)
export const ChevronIcon = /* @__PURE__ */ icon('M8 5.5l4.5 4.5L8 14.5', 'icon-directional')
