import { icon } from '@latchkey/parts/icons'

export const AddIcon = /* @__PURE__ */ icon('M10 4.25v11.5M4.25 10h11.5')
export const DeleteIcon = /* @__PURE__ */ icon(
  'M4 5.75h12M8 5.5V3.75h4V5.5M5.5 5.75l.75 10.5h7.5l.75-10.5M8.5 8.75v4.75M11.5 8.75v4.75',
)
