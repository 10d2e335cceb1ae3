/**
 * Our own pictures for wallets whose icon is not available under a permissive licence. They are not the
 * wallets' logos.
 */

type Dot = readonly [x: number, y: number, radius: number]

/** A white line drawing on a tile, with filled dots. */
function draw(colour: string, lines: string, dots: readonly Dot[] = [], filled = ''): string {
  const circles = dots.map(
    ([x, y, radius]) => `<circle fill="#fff" cx="${x}" cy="${y}" r="${radius}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="${colour}" d="M0 0h24v24H0z"/><path stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" d="${lines}"/>${circles.join('')}<path fill="#fff" d="${filled}"/></svg>`
}

/** A tower on each side of a gap. */
export const airgap = /* @__PURE__ */ draw(
  '#0c8f7a',
  'M5 7h4.5v10H5zM14.5 7H19v10h-4.5zM12 6v1.5M12 11.2v1.6M12 16.5V18',
)

/** Two peaks that share a slope. */
export const ambire = /* @__PURE__ */ draw(
  '#6b21d8',
  'M5 17.5 10.5 6.5 14 13M10.5 17.5 15 9l4 8.5z',
)

/** A card below its waves. */
export const arculus = /* @__PURE__ */ draw(
  '#8a3b12',
  'M5 12h14v6.5H5zM5 15h14M8.5 9.2a5.5 5.5 0 0 1 7 0M6.8 6.6a9 9 0 0 1 10.4 0',
)

/** A medal. */
export const bestWallet = /* @__PURE__ */ draw(
  '#1f2a44',
  'M12 5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM9 13.5 7.5 19l4.5-2 4.5 2-1.5-5.5',
  [[12, 9.5, 1.5]],
)

/** A bridge of three arcs. */
export const bifrost = /* @__PURE__ */ draw(
  '#0b6fd8',
  'M4.5 17a7.5 7.5 0 0 1 15 0M7.5 17a4.5 4.5 0 0 1 9 0M10.5 17a1.5 1.5 0 0 1 3 0',
)

/** Two stacked coins and one beside them. */
export const bitcoinCom = /* @__PURE__ */ draw(
  '#0a8f4f',
  'M6 8.5c0-1.1 2-2 4.5-2s4.5.9 4.5 2-2 2-4.5 2-4.5-.9-4.5-2zM6 8.5v4c0 1.1 2 2 4.5 2M6 12.5v3c0 1.1 2 2 4.5 2M15.5 11.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
)

/** A card with an arrow out of it. */
export const bitpay = /* @__PURE__ */ draw(
  '#1a3b8b',
  'M13 7.5H6.5A1.5 1.5 0 0 0 5 9v6a1.5 1.5 0 0 0 1.5 1.5H16a1.5 1.5 0 0 0 1.5-1.5v-1.5M5 10.8h5M13 11.5 19 6.5M15 6h4.3v4',
)

/** Two linked blocks. */
export const blockchainCom = /* @__PURE__ */ draw(
  '#121d33',
  'M5 12l3.8-3.8L12.6 12l-3.8 3.8zM11.4 12l3.8-3.8L19 12l-3.8 3.8z',
)

/** A shield with a mane. */
export const brave = /* @__PURE__ */ draw(
  '#d9481c',
  'M7.5 6h9l2 3-.8 5.5L12 19l-5.7-4.5L5.5 9zM8.8 10.5l2.4 1M15.2 10.5l-2.4 1M10.5 14.8h3',
)

/** A cake with a candle. */
export const cake = /* @__PURE__ */ draw(
  '#1f4fae',
  'M5 19v-7.5h14V19zM5 15c1.2 1.4 2.3 1.4 3.5 0 1.2 1.4 2.3 1.4 3.5 0 1.2 1.4 2.3 1.4 3.5 0 1.2 1.4 2.3 1.4 3.5 0M12 11.5V8M12 5v.6',
)

/** The needle of a compass. */
export const compass = /* @__PURE__ */ draw(
  '#b01c2e',
  'M12 4.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z',
  [],
  'M15.4 8.6l-2 4.8-4.8 2 2-4.8z',
)

/** A core with two shells. */
export const core = /* @__PURE__ */ draw(
  '#17181c',
  'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 8.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z',
  [[12, 12, 1.2]],
)

/** A planet on an orbit. */
export const cosmostation = /* @__PURE__ */ draw(
  '#5a34c9',
  'M6.2 15.6C4 13.8 4.8 10 8.4 8.3c3.9-1.9 8.6-1.2 9.9 1.2 1.3 2.3-.6 5.5-4.4 7.2',
  [[8.6, 16.4, 1.9]],
)

/** Two sliders. */
export const ctrl = /* @__PURE__ */ draw(
  '#101010',
  'M5 9h7M16.5 9H19M5 15h2.5M12 15h7M14.2 6.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM9.8 12.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
)

/** A finger's print. */
export const dcent = /* @__PURE__ */ draw(
  '#14405f',
  'M6.5 15v-3.5a5.5 5.5 0 0 1 11 0V15M9.2 17.5v-6a2.8 2.8 0 0 1 5.6 0v6M12 11.5V19',
)

/** A cube. */
export const edge = /* @__PURE__ */ draw(
  '#0d3b2e',
  'M12 5l6.5 3.7v6.6L12 19l-6.5-3.7V8.7zM12 12v7M12 12l6.5-3.3M12 12L5.5 8.7',
)

/** Three people side by side. */
export const family = /* @__PURE__ */ draw(
  '#1b8ae6',
  'M4.8 17.5c.2-2.5 1.5-4 3.2-4s3 1.5 3.2 4M12.8 17.5c.2-2.5 1.5-4 3.2-4s3 1.5 3.2 4',
  [
    [8, 9.8, 2],
    [16, 9.8, 2],
  ],
)

/** A flame on a block. */
export const fireblocks = /* @__PURE__ */ draw(
  '#14245c',
  'M12 4.8c2.6 2.4 4 4.3 4 6.3a4 4 0 0 1-8 0c0-1.3.7-2.5 1.7-3.6.3 1.2.9 1.8 1.6 2 .6-1.4.8-2.9.7-4.7zM7 18.8h10',
)

/** The head of a fox. */
export const fox = /* @__PURE__ */ draw(
  '#e06a12',
  'M5.5 6l4 2.5h5l4-2.5-.6 7L12 18.5 6.1 13zM12 15.8v.4',
  [
    [9.5, 12, 0.9],
    [14.5, 12, 0.9],
  ],
)

/** A picture's frame. */
export const frame = /* @__PURE__ */ draw('#0f3d3e', 'M5.5 5.5h13v13h-13zM9 9h6v6H9z')

/** The sun on the horizon. */
export const frontier = /* @__PURE__ */ draw(
  '#c23a1a',
  'M4.5 16.5h15M7.5 16.5a4.5 4.5 0 0 1 9 0M12 6.5v2.5M6.2 9.2 7.9 11M17.8 9.2 16.1 11M8.5 19.3h7',
)

/** A face that laughs. */
export const haha = /* @__PURE__ */ draw(
  '#5b3fc0',
  'M5 8.5h6a3 3 0 0 1-6 0zM13 8.5h6a3 3 0 0 1-6 0zM6.5 16c3.5 2.4 7.5 2.4 11 0',
)

/** A button and a bar. */
export const iopay = /* @__PURE__ */ draw(
  '#5a2fd6',
  'M6.5 7v10M14 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
)

/** An arc from one point to a higher one. */
export const leap = /* @__PURE__ */ draw(
  '#1f9d4d',
  'M5.5 17.5c.8-6.8 4-10.5 7.5-10.5 2.4 0 4 1.5 4.8 4M15.2 9.8l2.7 1.5 1.3-2.7',
  [[5.8, 17.6, 1.3]],
)

/** A patch with a seam. */
export const leather = /* @__PURE__ */ draw(
  '#2b1f19',
  'M8 5.5h8A2.5 2.5 0 0 1 18.5 8v8a2.5 2.5 0 0 1-2.5 2.5H8A2.5 2.5 0 0 1 5.5 16V8A2.5 2.5 0 0 1 8 5.5zM9 8.8h1.5M13.5 8.8H15M9 15.2h1.5M13.5 15.2H15M8.8 11.2v1.6M15.2 11.2v1.6',
)

/** A star with four rays. */
export const magicEden = /* @__PURE__ */ draw(
  '#d61a78',
  'M17.5 5v3M16 6.5h3',
  [],
  'M11 6.5c.7 4 2 5.3 6 6-4 .7-5.3 2-6 6-.7-4-2-5.3-6-6 4-.7 5.3-2 6-6z',
)

/** The four operations. */
export const math = /* @__PURE__ */ draw(
  '#20242c',
  'M8 5.8v4.4M5.8 8h4.4M13.8 8h4.4M6.4 14.4l3.2 3.2M9.6 14.4l-3.2 3.2M13.8 14.8h4.4M13.8 17.2h4.4',
)

/** The moon with two stars. */
export const nightly = /* @__PURE__ */ draw(
  '#2a2a63',
  'M17.5 14.2A6.5 6.5 0 1 1 10.2 5.5a5.2 5.2 0 0 0 7.3 8.7z',
  [
    [15.6, 7, 0.9],
    [18.4, 9.8, 0.7],
  ],
)

/** A star with eight rays. */
export const nova = /* @__PURE__ */ draw(
  '#0a57d1',
  'M12 4.8v4M12 15.2v4M4.8 12h4M15.2 12h4M6.9 6.9l2.3 2.3M14.8 14.8l2.3 2.3M17.1 6.9l-2.3 2.3M9.2 14.8l-2.3 2.3',
)

/** An eight-sided ring. */
export const okto = /* @__PURE__ */ draw(
  '#5166ee',
  'M9.1 5h5.8L19 9.1v5.8L14.9 19H9.1L5 14.9V9.1z',
  [[12, 12, 2.2]],
)

/** Two joined rings. */
export const omni = /* @__PURE__ */ draw(
  '#141414',
  'M12 12c-1.5-2-2.7-3-4-3a3 3 0 0 0 0 6c1.3 0 2.5-1 4-3zm0 0c1.5 2 2.7 3 4 3a3 3 0 0 0 0-6c-1.3 0-2.5 1-4 3z',
)

/** A key. */
export const onekey = /* @__PURE__ */ draw(
  '#12a33c',
  'M12 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 12v7M12 15.5h2.8M12 18.5h2',
)

/** A gate with an arch. */
export const polkagate = /* @__PURE__ */ draw(
  '#8a1a6f',
  'M5.5 18.5v-7a6.5 6.5 0 0 1 13 0v7M9.2 18.5v-6.2a2.8 2.8 0 0 1 5.6 0v6.2M4.5 18.5h15',
)

/** Dots in a ring. */
export const polkadotJs = /* @__PURE__ */ draw('#d9622b', 'M12 12h.01', [
  [12, 6.2, 1.6],
  [17, 9.1, 1.6],
  [17, 14.9, 1.6],
  [12, 17.8, 1.6],
  [7, 14.9, 1.6],
  [7, 9.1, 1.6],
])

/** A shield with a keyhole. */
export const safepal = /* @__PURE__ */ draw(
  '#4a21ef',
  'M12 4.8 18 7v5c0 3.6-2.4 5.9-6 7.2-3.6-1.3-6-3.6-6-7.2V7zM12 12.5v2.7',
  [[12, 11, 1.6]],
)

/** Three layers. */
export const subwallet = /* @__PURE__ */ draw(
  '#004bff',
  'M12 5.5 18.5 9 12 12.5 5.5 9zM5.5 12.3 12 15.8l6.5-3.5M5.5 15.5 12 19l6.5-3.5',
)

/** A mountain above a lake. */
export const taho = /* @__PURE__ */ draw(
  '#0f4f46',
  'M5 14.5 9.8 7l2.7 4 1.8-2.5 4.7 6zM7 17h10M9.5 19.3h5',
)

/** An eye. */
export const talisman = /* @__PURE__ */ draw(
  '#c8401f',
  'M4.8 12c2-3.2 4.4-4.8 7.2-4.8s5.2 1.6 7.2 4.8c-2 3.2-4.4 4.8-7.2 4.8S6.8 15.2 4.8 12z',
  [[12, 12, 2.3]],
)

/** A card that sends a signal. */
export const tangem = /* @__PURE__ */ draw(
  '#1d1d1f',
  'M5 7.5h8.5v9H5zM5 10.3h8.5M16 9.5a4 4 0 0 1 0 5M18.2 7.8a6.7 6.7 0 0 1 0 8.4',
)

/** A planet with a ring. */
export const unisat = /* @__PURE__ */ draw(
  '#a3630a',
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM8.6 14C6 15.8 4.6 17.3 5.2 18c.9 1 4.8-1 8.6-4.6 3.8-3.6 6-7.3 5.1-8.3-.6-.7-2.3.1-4.5 1.8',
)

/** Arrows that move forward. */
export const unstoppable = /* @__PURE__ */ draw('#d98a00', 'M5.5 7l5.5 5-5.5 5zM12.5 7l6 5-6 5z')

/** A plant with two leaves. */
export const valora = /* @__PURE__ */ draw(
  '#0f7a4d',
  'M12 19v-7M12 13c-4.2 0-6-2-6-6 4.2 0 6 2 6 6zM12 11c0-3.2 1.8-5 6-5 0 3.8-1.8 5.8-6 5.8',
)

/** A gate with a path. */
export const xportal = /* @__PURE__ */ draw(
  '#0d6f66',
  'M6 18.5V11a6 6 0 0 1 12 0v7.5M9.5 18.5 12 10l2.5 8.5M4.5 18.5h15',
)

/** Two strokes that cross. */
export const xverse = /* @__PURE__ */ draw('#17142b', 'M6 6.5 18 18M18 6l-4.6 4.6M10.6 13.4 6 18')

/** A bolt of lightning. */
export const zeal = /* @__PURE__ */ draw('#0aa3a3', 'M13 4.8 6.5 13.2H12L11 19.2l6.5-8.4H12z')
