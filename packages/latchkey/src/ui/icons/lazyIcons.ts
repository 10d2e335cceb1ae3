import { icon } from '@latchkey/parts/icons'

export { MailIcon, ShieldIcon } from '@latchkey/parts/lazyIcons'

/** Icons that only lazy views use, in a separate file to stay out of the first load. */

export const ArrowIcon = /* @__PURE__ */ icon('M4 10h12M11 5l5 5-5 5', { directional: true })
export const BrowserIcon = /* @__PURE__ */ icon(
  'M4.5 3.5h11a1.75 1.75 0 011.75 1.75v9.5a1.75 1.75 0 01-1.75 1.75h-11a1.75 1.75 0 01-1.75-1.75v-9.5A1.75 1.75 0 014.5 3.5M2.75 7.5h14.5M5.5 5.5v.01M8 5.5v.01',
)
export const CardIcon = /* @__PURE__ */ icon(
  'M4.25 4.5h11.5A1.75 1.75 0 0117.5 6.25v7.5a1.75 1.75 0 01-1.75 1.75H4.25a1.75 1.75 0 01-1.75-1.75v-7.5A1.75 1.75 0 014.25 4.5M2.5 8.25h15M5.5 12.25h3',
)
export const DisconnectIcon = /* @__PURE__ */ icon(
  'M8 16.5H5.5a2 2 0 01-2-2v-9a2 2 0 012-2H8M12.5 13.5L16 10l-3.5-3.5M16 10H8',
  { directional: true },
)
export const DownloadIcon = /* @__PURE__ */ icon('M10 3.5v9M6.5 9l3.5 3.5L13.5 9M3.75 16.5h12.5')
export const MoreIcon = /* @__PURE__ */ icon('M4.5 10v.01M10 10v.01M15.5 10v.01')
/** A building with columns: banks and exchanges. */
export const ExchangeIcon = /* @__PURE__ */ icon(
  'M3 8l7-4.5L17 8zM5 8v6M10 8v6M15 8v6M3 16.5h14M3.75 14h12.5',
)
export const NetworkIcon = /* @__PURE__ */ icon(
  'M10 6.75a2 2 0 100-4 2 2 0 000 4M4.75 17.25a2 2 0 100-4 2 2 0 000 4M15.25 17.25a2 2 0 100-4 2 2 0 000 4M10 6.75V10M10 10l-4 3.5M10 10l4 3.5',
)
export const PhoneIcon = /* @__PURE__ */ icon(
  'M7 2.75h6a1.75 1.75 0 011.75 1.75v11A1.75 1.75 0 0113 17.25H7a1.75 1.75 0 01-1.75-1.75v-11A1.75 1.75 0 017 2.75M9 14.5h2',
)
export const ReceiveIcon = /* @__PURE__ */ icon('M10 4v11.75M5 11l5 4.75L15 11')
export const RefreshIcon = /* @__PURE__ */ icon(
  'M16.25 9.25a6.35 6.35 0 00-11.6-2.6M3.75 10.75a6.35 6.35 0 0011.6 2.6M4.25 3.5v3.25H7.5M15.75 16.5v-3.25H12.5',
)
export const SendIcon = /* @__PURE__ */ icon('M10 16V4.25M5 9l5-4.75L15 9')
export const SwapIcon = /* @__PURE__ */ icon(
  'M6.5 3.5v13M3.5 6.5l3-3 3 3M13.5 16.5v-13M10.5 13.5l3 3 3-3',
)
export const TagIcon = /* @__PURE__ */ icon(
  'M3 4.75A1.75 1.75 0 014.75 3h5a2 2 0 011.4.6l5.25 5.25a2 2 0 010 2.8l-4.75 4.75a2 2 0 01-2.8 0L3.6 11.15a2 2 0 01-.6-1.4zM7 7v.01',
)
export const WalletIcon = /* @__PURE__ */ icon(
  'M15 6.5V5a1.5 1.5 0 00-1.5-1.5H5A2.25 2.25 0 002.75 5.75v8A2.75 2.75 0 005.5 16.5h9.75a2 2 0 002-2v-6a2 2 0 00-2-2H5M13.75 11.5v.01',
)

export const SessionsIcon = /* @__PURE__ */ icon(
  'M7.5 12.5 3 17m2-2 1.5 1.5M10.5 14a4.5 4.5 0 110-9 4.5 4.5 0 010 9m0-6.5v2l1.5 1',
)
