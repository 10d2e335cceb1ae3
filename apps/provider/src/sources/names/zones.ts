import { ApiError } from '../../errors/ApiError.js'
import { isReserved } from './reservedWords.js'

/** The zones (endings) of names. */
export type ZoneSettings = {
  /** Open for registration. The first is the default. */
  readonly open: readonly string[]
  /** Existing names resolve; no new registrations. */
  readonly readOnly: readonly string[]
}

export const DEFAULT_ZONES: ZoneSettings = { open: ['reown.id'], readOnly: ['wcn.id'] }

const SHORTEST_SEARCH = 3
const SHORTEST_LABEL = 4
const LONGEST_LABEL = 64

export type Zones = {
  /** The parts of `demo.reown.id`; undefined if it is in none of our zones. */
  split(name: string): { readonly label: string; readonly zone: string } | undefined
  /** A name to look up. Throws an ApiError if it is invalid. */
  checkName(name: string): string
  /** A name to register. Throws an ApiError if it is invalid or reserved. */
  checkNewName(name: string): string
  /** The label to search suggestions for. Throws an ApiError. */
  checkSearch(
    text: string,
    zone: string | undefined,
  ): { readonly label: string; readonly zone: string }
  isFreeToGive(label: string): boolean
}

export function createZones({ open, readOnly }: ZoneSettings): Zones {
  const all = [...open, ...readOnly]

  function split(name: string) {
    const zone = all.find((candidate) => name.endsWith(`.${candidate}`))
    return zone === undefined ? undefined : { label: name.slice(0, -zone.length - 1), zone }
  }

  function splitOrRefuse(name: string) {
    if (!/^[a-z0-9.-]+$/.test(name)) {
      throw refusal('A name has only lower-case letters, digits and hyphens.')
    }
    const parts = split(name)
    if (!parts) throw refusal(`Names here end in ${all.map((zone) => `.${zone}`).join(' or ')}.`)
    if (parts.label.includes('.')) throw refusal('A name has one part before its ending.')
    return parts
  }

  return {
    split,

    checkName(name) {
      splitOrRefuse(name)
      return name
    },

    checkNewName(name) {
      const { label, zone } = splitOrRefuse(name)
      checkLabel(label)
      if (!open.includes(zone)) throw refusal(`No new names are registered under .${zone}.`)
      if (isReserved(label)) throw refusal('This name is reserved.')
      return name
    },

    checkSearch(text, zone = open[0] ?? '') {
      if (!open.includes(zone)) {
        throw new ApiError(400, 'zone', `Names here end in .${open.join(' or .')}.`)
      }
      const label = split(text.toLowerCase())?.label ?? text.toLowerCase()
      if (!/^[a-z0-9-]+$/.test(label)) {
        throw refusal('A name has only letters, digits and hyphens.')
      }
      if (label.length < SHORTEST_SEARCH || label.length > LONGEST_LABEL) {
        throw refusal(`Type ${SHORTEST_SEARCH} to ${LONGEST_LABEL} characters.`)
      }
      return { label, zone }
    },

    isFreeToGive(label) {
      try {
        checkLabel(label)
        return !isReserved(label)
      } catch {
        return false
      }
    },
  }
}

function checkLabel(label: string): void {
  if (label.length < SHORTEST_LABEL || label.length > LONGEST_LABEL) {
    throw refusal(`A name has ${SHORTEST_LABEL} to ${LONGEST_LABEL} characters.`)
  }
  if (label.startsWith('-') || label.endsWith('-')) {
    throw refusal('A name cannot start or end with a hyphen.')
  }
  // `xn--` encodes letters of other scripts, which can look like Latin ones.
  if (label.slice(2, 4) === '--')
    throw refusal('The third and fourth characters cannot be hyphens.')
}

function refusal(description: string): ApiError {
  return new ApiError(400, 'name', description)
}
