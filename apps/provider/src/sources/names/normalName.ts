import { normalize } from 'viem/ens'
import { ApiError } from '../../errors/ApiError.js'

/**
 * A name the way everybody writes it (ENSIP-15): letters that differ only in case or shape become one.
 * Refuses what can be no name, such as letters of several scripts that pass for each other.
 */
export function normalName(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new ApiError(400, 'name', 'This is not a name.', { cause })
  }
}

export function isNormalName(text: string): boolean {
  try {
    return normalize(text) === text
  } catch {
    return false
  }
}
