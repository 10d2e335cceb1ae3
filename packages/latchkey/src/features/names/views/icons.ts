import { icon } from '../../../ui/icons/icon.js'

export const NameIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 117.5-7.5v1.2a2.05 2.05 0 01-4.1 0V6.9M13.4 10a3.4 3.4 0 11-6.8 0 3.4 3.4 0 016.8 0',
)
