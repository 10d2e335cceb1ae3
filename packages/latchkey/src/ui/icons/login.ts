import { icon } from '@latchkey/parts/icons'

export const MailIcon = /* @__PURE__ */ icon(
  'M4 4.5h12a1.5 1.5 0 011.5 1.5v8a1.5 1.5 0 01-1.5 1.5H4A1.5 1.5 0 012.5 14V6A1.5 1.5 0 014 4.5M3 6l7 5 7-5',
)
export const MoreIcon = /* @__PURE__ */ icon('M4.5 10v.01M10 10v.01M15.5 10v.01')
export const ArrowIcon = /* @__PURE__ */ icon('M4 10h12M11 5l5 5-5 5', { directional: true })
export const ShieldIcon = /* @__PURE__ */ icon(
  'M10 2.75l6 2.25v4.5c0 3.6-2.4 6.4-6 7.75-3.6-1.35-6-4.15-6-7.75V5zM7.5 10l1.75 1.75L12.75 8.5',
)
