import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'

/** Where each chain's next page starts; an absent chain has no more. */
export type Positions = ReadonlyMap<NetworkId, string>

export function formatCursor(positions: Positions): string | null {
  if (positions.size === 0) return null
  const text = [...positions].map(([chain, position]) => `${chain}=${position}`).join('~')
  return Buffer.from(text).toString('base64url')
}

/** Throws an ApiError for a malformed cursor. Cursors hold only chain positions, so they are not signed. */
export function parseCursor(cursor: string, chains: readonly NetworkId[]): Positions {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('~')
  const entries = parts.map((part) => {
    const [chain, position, ...rest] = part.split('=')
    const isKnown = isNetworkId(chain) && chains.includes(chain)
    if (!isKnown || position === undefined || rest.length > 0 || !/^[\w.]{1,110}$/.test(position)) {
      throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
    }
    return [chain, position] as const
  })
  return new Map(entries)
}
