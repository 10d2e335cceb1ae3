import { icon } from '@latchkey/parts/icons'

export const SendIcon = /* @__PURE__ */ icon('M10 16V4.25M5 9l5-4.75L15 9')
export const ReceiveIcon = /* @__PURE__ */ icon('M10 4v11.75M5 11l5 4.75L15 11')
