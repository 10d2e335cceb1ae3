import { ApiError } from '../../errors/ApiError.js'

/** A transaction's place in its chain. */
export type BlockPosition = { readonly block: number; readonly index: number }

export const chainStart: BlockPosition = { block: 0, index: 0 }

export function isBelow(position: BlockPosition, before: BlockPosition): boolean {
  return (
    position.block < before.block ||
    (position.block === before.block && position.index < before.index)
  )
}

/** The highest block with transactions below a position. */
export function highestBelow({ block, index }: BlockPosition): number {
  return index === 0 ? block - 1 : block
}

export function compareDescending(a: BlockPosition, b: BlockPosition): number {
  return b.block - a.block || b.index - a.index
}

export function formatPosition({ block, index }: BlockPosition): string {
  return `${block}.${index}`
}

/** Throws an ApiError for text that is no position. */
export function parsePosition(text: string): BlockPosition {
  const match = /^(\d{1,15})\.(\d{1,9})$/.exec(text)
  if (!match) throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
  return { block: Number(match[1]), index: Number(match[2]) }
}
