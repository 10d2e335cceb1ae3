import { icon } from '@latchkey/parts/icons'

export const PhoneIcon = /* @__PURE__ */ icon(
  'M7 2.75h6a1.75 1.75 0 011.75 1.75v11A1.75 1.75 0 0113 17.25H7a1.75 1.75 0 01-1.75-1.75v-11A1.75 1.75 0 017 2.75M9 14.5h2',
)
export const BrowserIcon = /* @__PURE__ */ icon(
  'M4.5 3.5h11a1.75 1.75 0 011.75 1.75v9.5a1.75 1.75 0 01-1.75 1.75h-11a1.75 1.75 0 01-1.75-1.75v-9.5A1.75 1.75 0 014.5 3.5M2.75 7.5h14.5M5.5 5.5v.01M8 5.5v.01',
)
export const NetworkIcon = /* @__PURE__ */ icon(
  'M10 6.75a2 2 0 100-4 2 2 0 000 4M4.75 17.25a2 2 0 100-4 2 2 0 000 4M15.25 17.25a2 2 0 100-4 2 2 0 000 4M10 6.75V10M10 10l-4 3.5M10 10l4 3.5',
)
export const DownloadIcon = /* @__PURE__ */ icon('M10 3.5v9M6.5 9l3.5 3.5L13.5 9M3.75 16.5h12.5')
