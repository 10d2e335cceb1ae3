import type { JSX } from 'react'

export type Icon = (props: { readonly size?: number }) => JSX.Element

/** A 20 px stroke icon. Decorative: the text next to it gives the meaning. */
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

const directional = { directional: true } as const

export const CloseIcon = /* @__PURE__ */ icon('M5.5 5.5l9 9m0-9l-9 9')
export const BackIcon = /* @__PURE__ */ icon('M12 4.5L6.5 10l5.5 5.5', directional)
export const ChevronIcon = /* @__PURE__ */ icon('M8 5.5l4.5 4.5L8 14.5', directional)
export const ChevronDownIcon = /* @__PURE__ */ icon('M5.5 8l4.5 4.5L14.5 8')
export const HelpIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15M7.9 7.8a2.1 2.1 0 114.05.75c-.4 1-1.95 1.3-1.95 2.6M10 13.75v.01',
)
export const CopyIcon = /* @__PURE__ */ icon(
  'M7.5 7.5V5a2 2 0 012-2H15a2 2 0 012 2v5.5a2 2 0 01-2 2h-2.5M5 7.5h5.5a2 2 0 012 2V15a2 2 0 01-2 2H5a2 2 0 01-2-2V9.5a2 2 0 012-2',
)
export const CheckIcon = /* @__PURE__ */ icon('M4.5 10.5l3.75 3.75L15.5 6.5')
export const ExternalIcon = /* @__PURE__ */ icon('M7 5.5h7.5V13M14.25 5.75L5.5 14.5', directional)
export const SearchIcon = /* @__PURE__ */ icon(
  'M9 14.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11M13 13l3.75 3.75',
)
export const WarningIcon = /* @__PURE__ */ icon(
  'M10 7.5v3.25M10 13.75v.01M8.6 3.6L2.3 14.4a1.6 1.6 0 001.4 2.4h12.6a1.6 1.6 0 001.4-2.4L11.4 3.6a1.6 1.6 0 00-2.8 0',
)
export const ErrorIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15M10 6.5V10.5M10 13.5v.01',
)
export const InfoIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15M10 9.5v4M10 6.5v.01',
)
export const QrIcon = /* @__PURE__ */ icon(
  'M3.5 5A1.5 1.5 0 015 3.5h2A1.5 1.5 0 018.5 5v2A1.5 1.5 0 017 8.5H5A1.5 1.5 0 013.5 7zM11.5 5A1.5 1.5 0 0113 3.5h2A1.5 1.5 0 0116.5 5v2A1.5 1.5 0 0115 8.5h-2A1.5 1.5 0 0111.5 7zM3.5 13A1.5 1.5 0 015 11.5h2A1.5 1.5 0 018.5 13v2A1.5 1.5 0 017 16.5H5A1.5 1.5 0 013.5 15zM11.5 11.5v2.25M16.5 11.5h-2v2M11.5 16.5h2.25M16.5 15v1.5',
)
export const GlobeIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15M2.75 10h14.5M10 2.5c2 2.1 3 4.6 3 7.5s-1 5.4-3 7.5c-2-2.1-3-4.6-3-7.5s1-5.4 3-7.5',
)
export const KeyIcon = /* @__PURE__ */ icon(
  'M7 16.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7M9.5 10.5l6.75-6.75M13.5 6.5l2.5 2.5',
)
export const GridIcon = /* @__PURE__ */ icon(
  'M4 3.5h3a1 1 0 011 1v3a1 1 0 01-1 1H4a1 1 0 01-1-1v-3a1 1 0 011-1M13 3.5h3a1 1 0 011 1v3a1 1 0 01-1 1h-3a1 1 0 01-1-1v-3a1 1 0 011-1M4 11.5h3a1 1 0 011 1v3a1 1 0 01-1 1H4a1 1 0 01-1-1v-3a1 1 0 011-1M13 11.5h3a1 1 0 011 1v3a1 1 0 01-1 1h-3a1 1 0 01-1-1v-3a1 1 0 011-1',
)
