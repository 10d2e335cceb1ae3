import { isImageLink, isWebLink, toWalletLink } from '../links.js'

/** A wallet as directories list it (specification §3) and as sites add their own. */
export type WalletListing = {
  readonly id: string
  readonly name: string
  readonly homepage?: string | undefined
  readonly image_id?: string | undefined
  readonly image_url?: string | undefined
  readonly rdns?: string | undefined
  readonly mobile_link?: string | undefined
  readonly link_mode?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
  readonly chains?: readonly string[] | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isWalletLink = (value: unknown): boolean => toWalletLink(value) !== undefined

/** What each field may hold. Links go where the visitor presses, so their schemes are on a list. */
const fieldRules = {
  homepage: isWebLink,
  image_id: isText,
  image_url: isImageLink,
  rdns: isText,
  mobile_link: isWalletLink,
  link_mode: isWebLink,
  desktop_link: isWalletLink,
  webapp_link: isWebLink,
  app_store: isWebLink,
  play_store: isWebLink,
  chrome_store: isWebLink,
} as const satisfies { [field in keyof WalletListing]?: (value: unknown) => boolean }

/** Keeps the known fields of a listing from outside; undefined when it has no id or name. */
export function parseWalletListing(value: unknown): WalletListing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const { id, name, chains } = record
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '')
    return undefined
  const listing: Record<string, unknown> = { id, name }
  for (const [field, holds] of Object.entries(fieldRules)) {
    if (holds(record[field])) listing[field] = record[field]
  }
  if (Array.isArray(chains)) listing.chains = chains.filter((chain) => typeof chain === 'string')
  return listing as WalletListing
}
