import { icon } from '../../../ui/icons/icon.js'

/** A picture in its frame. */
export const FrameIcon = /* @__PURE__ */ icon(
  'M4.5 3h11A1.5 1.5 0 0117 4.5v11a1.5 1.5 0 01-1.5 1.5h-11A1.5 1.5 0 013 15.5v-11A1.5 1.5 0 014.5 3M3.25 14l3.4-3.4a1.2 1.2 0 011.7 0L14.5 17M11.75 14l1.9-1.9a1.2 1.2 0 011.7 0L17 13.75M12.75 7v.01',
)
