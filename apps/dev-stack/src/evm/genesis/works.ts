/** The works of the local ERC-1155 collection. */
export type Work = {
  readonly name: string
  readonly description: string
  /** The picture's address. */
  readonly image: string
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">${content}</svg>`

const gradient = (from: string, to: string) =>
  `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="240" height="240" fill="url(#g)"/>`

const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const harbour = svg(
  `${gradient('#0b1437', '#3c2a6b')}<circle cx="176" cy="62" r="26" fill="#fde9b3"/>${each(
    22,
    (i) => `<circle cx="${(i * 73) % 240}" cy="${(i * 41) % 110}" r="1.4" fill="#fff"/>`,
  )}${each(7, (i) => {
    const [x, height] = [i * 36 - 6, 42 + ((i * 47) % 62)]
    return `<rect x="${x}" y="${176 - height}" width="32" height="${height}" fill="#17103a"/><path d="M${x + 8} ${188 - height}v${height - 22}M${x + 22} ${188 - height}v${height - 22}" stroke="#ffc861" stroke-width="5" stroke-dasharray="6 9"/>`
  })}<rect y="176" width="240" height="64" fill="#0a1030"/>${each(
    6,
    (i) =>
      `<path d="M${150 + (i % 2) * 8} ${186 + i * 9}h52" stroke="#fde9b3" stroke-opacity=".5"/>`,
  )}`,
)

const moon = svg(
  `${gradient('#ffe3d3', '#f7a1b5')}<circle cx="120" cy="112" r="74" fill="#fff6ea"/><circle cx="150" cy="98" r="64" fill="#fbc3b8"/><path d="M0 196q60-34 120 0t120 0v44H0z" fill="#d6537a"/><path d="M0 214q60-30 120 0t120 0v26H0z" fill="#8d2f5f"/>`,
)

const hills = svg(
  `${gradient('#fff3c4', '#ff9f6b')}<circle cx="120" cy="118" r="44" fill="#ff5d5d"/><path d="M-20 240Q60 82 150 240z" fill="#2f6b5b"/><path d="M70 240Q170 104 270 240z" fill="#1d4a4f"/><path d="M150 60q10-12 20 0q10-12 20 0M52 44q8-10 16 0q8-10 16 0" fill="none" stroke="#7a3030" stroke-width="4" stroke-linecap="round"/>`,
)

const signal = svg(
  `<rect width="240" height="240" fill="#101418"/>${each(
    9,
    (i) =>
      `<circle cx="120" cy="120" r="${14 + i * 15}" fill="none" stroke="hsl(${150 + i * 22},90%,60%)" stroke-width="6" stroke-dasharray="${18 + i * 9} ${10 + i * 3}" transform="rotate(${i * 37} 120 120)"/>`,
  )}`,
)

const orchard = svg(
  `<rect width="240" height="240" fill="#f3efe2"/>${each(16, (i) => {
    const [x, y] = [30 + (i % 4) * 60, 34 + Math.floor(i / 4) * 60]
    return `<path d="M${x} ${y}v22" stroke="#6b4a2f" stroke-width="5"/><circle cx="${x}" cy="${y - 4}" r="19" fill="hsl(${90 + ((i * 31) % 60)},48%,44%)"/><circle cx="${x + 7}" cy="${y}" r="4" fill="#e2483d"/><circle cx="${x - 8}" cy="${y - 8}" r="4" fill="#e2483d"/>`
  })}`,
)

const tide = svg(
  `${gradient('#c9f2ff', '#4fb3d9')}${each(
    7,
    (i) =>
      `<path d="M0 ${84 + i * 24}q30-${18 - i} 60 0t60 0t60 0t60 0v200H0z" fill="hsl(${196 + i * 5},${70 + i * 3}%,${62 - i * 7}%)"/>`,
  )}<circle cx="184" cy="48" r="22" fill="#fff7d6"/>`,
)

const quilt = svg(
  each(36, (i) => {
    const [x, y] = [(i % 6) * 40, Math.floor(i / 6) * 40]
    const hue = (i * 47) % 360
    return `<rect x="${x}" y="${y}" width="40" height="40" fill="hsl(${hue},62%,72%)"/><path d="M${x} ${y}h40L${x} ${y + 40}z" fill="hsl(${hue + 30},70%,52%)"/>`
  }),
)

const drawn = (picture: string) =>
  `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`

/** In token order: the first is number 1. */
export const works = {
  harbour: {
    name: 'Harbour at Night',
    description: 'Lights over still water, drawn and kept on the chain.',
    image: drawn(harbour),
  },
  moon: {
    name: 'Paper Moon',
    description: 'Cut out, turned over and hung above two waves.',
    image: drawn(moon),
  },
  hills: { name: 'Two Hills', description: 'The sun sets between them.', image: drawn(hills) },
  signal: {
    name: 'Signal',
    description: 'Nine rings that never quite meet.',
    image: drawn(signal),
  },
  orchard: {
    name: 'Orchard',
    description: 'An edition: everyone who helped with the harvest has a few.',
    image: drawn(orchard),
  },
  tide: { name: 'Tide', description: 'Free for whoever comes by.', image: drawn(tide) },
  brokenPicture: {
    name: 'Broken picture',
    description: 'Its picture is no picture, as happens.',
    image: 'data:image/png;base64,aGVyZSBzaG91bGQgYmUgYSBwaWN0dXJl',
  },
  longName: {
    name: 'A very long name, as artists give when they mean to tell the whole story of a quilt sewn from thirty-six squares',
    description: 'Every square has two colours.',
    image: drawn(quilt),
  },
} as const satisfies Record<string, Work>

/** A work's number. */
export function numberOf(work: keyof typeof works): bigint {
  return BigInt(Object.keys(works).indexOf(work) + 1)
}

/** The metadata of a work as a JSON data URL. */
export function metadataOf(work: Work): string {
  return `data:application/json;utf8,${JSON.stringify(work)}`
}
