import { icon } from './icons.js'

/** Icons that only the widget's lazy views use, in a separate file to stay out of its first load. */

export const MailIcon = /* @__PURE__ */ icon(
  'M4 4.5h12a1.5 1.5 0 011.5 1.5v8a1.5 1.5 0 01-1.5 1.5H4A1.5 1.5 0 012.5 14V6A1.5 1.5 0 014 4.5M3 6l7 5 7-5',
)
export const ShieldIcon = /* @__PURE__ */ icon(
  'M10 2.75l6 2.25v4.5c0 3.6-2.4 6.4-6 7.75-3.6-1.35-6-4.15-6-7.75V5zM7.5 10l1.75 1.75L12.75 8.5',
)
