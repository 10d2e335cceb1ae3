import { icon } from '../../../ui/icons/icon.js'

/** Small marks on a transaction's image; drawn bolder than others, to be read at 12 px. */
export const InMark = /* @__PURE__ */ icon('M14.5 5.5l-9 9M5.5 7.5v7h7')
export const OutMark = /* @__PURE__ */ icon('M5.5 14.5l9-9M7.5 5.5h7v7')
export const SwapMark = /* @__PURE__ */ icon('M4 7h12l-3.5-3.5M16 13H4l3.5 3.5')
export const CallMark = /* @__PURE__ */ icon('M7 5.5L2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5')
export const PermitMark = /* @__PURE__ */ icon('M4.5 10.5l3.75 3.75L15.5 6.5')
export const FailedMark = /* @__PURE__ */ icon('M5.5 5.5l9 9m0-9l-9 9')
export const WaitingMark = /* @__PURE__ */ icon('M10 5v5.5l3.5 2.5')
export const ClockIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15M10 5.75V10l2.75 1.75',
)
