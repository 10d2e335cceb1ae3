import type { ActivityTransfer } from './activityItem.js'

/** Below this share of the opposite transfer, an amount counts as change or gas (public surface §8.2). */
const changeShare = 0.1
const shown = 2

/**
 * Sums transfers by token and direction, removes change and picks the two to show: the largest if all values
 * are known, outgoing first. The others are counted in `further`.
 */
export function joinTransfers(transfers: readonly ActivityTransfer[]): {
  readonly transfers: readonly ActivityTransfer[]
  readonly further: number
} {
  if (transfers.length < 2) return { transfers, further: 0 }
  const joined = removeChange(sumByToken(transfers))
  const ranked =
    joined.length > shown && joined.every(({ value }) => value !== undefined)
      ? [...joined].sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
      : onePerDirection(joined)
  return {
    transfers: ranked.slice(0, shown).sort((a, b) => rank(a) - rank(b)),
    further: Math.max(0, ranked.length - shown),
  }
}

const rank = ({ direction }: ActivityTransfer) => ['out', 'self', 'in'].indexOf(direction)

function sumByToken(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const sums = new Map<string, ActivityTransfer>()
  for (const transfer of transfers) {
    const key = `${transfer.direction}:${transfer.isCollectible}:${transfer.label}`
    const before = sums.get(key)
    sums.set(key, before ? sum(before, transfer) : transfer)
  }
  return [...sums.values()]
}

function sum(one: ActivityTransfer, other: ActivityTransfer): ActivityTransfer {
  const hasValue = one.value !== undefined && other.value !== undefined
  return {
    ...one,
    quantity: addDecimals(one.quantity, other.quantity),
    value: hasValue ? (one.value ?? 0) + (other.value ?? 0) : undefined,
  }
}

/** Exact; text that is no number counts as zero (specification §5). */
function addDecimals(one: string, other: string): string {
  const parts = [one, other].map((text) => /^(\d{1,78})(?:\.(\d{1,78}))?$/.exec(text))
  const places = Math.max(...parts.map((part) => part?.[2]?.length ?? 0))
  const units = parts.reduce(
    (total, part) => total + BigInt((part?.[1] ?? '0') + (part?.[2] ?? '').padEnd(places, '0')),
    0n,
  )
  if (places === 0) return String(units)
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Removes the part of a payment that came back. */
function removeChange(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  return transfers.filter((one) => !transfers.some((other) => isChangeOf(one, other)))
}

function isChangeOf(one: ActivityTransfer, other: ActivityTransfer): boolean {
  const isOpposite = one.direction !== other.direction && one.label === other.label
  if (!isOpposite || one.isCollectible || other.isCollectible) return false
  return Number(one.quantity) < Number(other.quantity) * changeShare
}

/** The first outgoing and the first incoming transfer, then the others in order. */
function onePerDirection(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const first = [
    transfers.find(({ direction }) => direction === 'out'),
    transfers.find(({ direction }) => direction === 'in'),
  ].filter((transfer) => transfer !== undefined)
  return [...first, ...transfers.filter((transfer) => !first.includes(transfer))]
}
