type Props = { readonly address: string; readonly size: number }

const quarter = 'M0 0h10a10 10 0 0 1-10 10z'
const corners = [
  [0, 0],
  [10, 0],
  [0, 10],
  [10, 10],
] as const

/** Four quarter discs in two tones, rotated by the address's bytes; distinguishable at 20 px. */
export function Avatar({ address, size }: Props) {
  const bytes = bytesOf(address)
  const hue = Math.round(((bytes[0] ?? 0) / 255) * 360)
  const other = (hue + 60 + ((bytes[1] ?? 0) % 180)) % 360
  return (
    <svg className="avatar" aria-hidden="true" width={size} height={size} viewBox="0 0 20 20">
      <rect width="20" height="20" fill={`hsl(${hue} 62% 42%)`} />
      {corners.map(([x, y], index) => (
        <path
          key={`${x} ${y}`}
          d={quarter}
          fill={`hsl(${other} 78% 72%)`}
          transform={`translate(${x} ${y}) rotate(${((bytes[index + 2] ?? 0) % 4) * 90} 5 5)`}
        />
      ))}
    </svg>
  )
}

/** Addresses that are not hexadecimal give their characters, spread over the range of a byte. */
function bytesOf(address: string): readonly number[] {
  if (!address.startsWith('0x'))
    return [...address.slice(-8)].map((letter) => (letter.charCodeAt(0) * 37) % 256)
  return (
    address
      .slice(2)
      .match(/../g)
      ?.map((pair) => Number.parseInt(pair, 16)) ?? []
  )
}
