import { normalize } from 'viem/ens'
import { ApiError } from '../../errors/ApiError.js'

/** Normalises a name (ENSIP-15). Throws an ApiError for an invalid one, such as mixed look-alike scripts. */
export function normalizeName(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new ApiError(400, 'name', 'This is not a valid name.', { cause })
  }
}

export function isNormalizedName(text: string): boolean {
  try {
    return normalize(text) === text
  } catch {
    return false
  }
}
