import { icon } from '../../../ui/icons/icon.js'

export const ArrowDownIcon = /* @__PURE__ */ icon('M10 4v11.5M5 11l5 4.5 5-4.5')
export const PasteIcon = /* @__PURE__ */ icon(
  'M7 4.5H5.5A1.5 1.5 0 004 6v9.5A1.5 1.5 0 005.5 17h9a1.5 1.5 0 001.5-1.5V6a1.5 1.5 0 00-1.5-1.5H13M8.5 3h3A1.5 1.5 0 0113 4.5 1.5 1.5 0 0111.5 6h-3A1.5 1.5 0 017 4.5 1.5 1.5 0 018.5 3',
)
